"""Column types that sort the same on both databases."""

from typing import Any

from django.db import models


class SortKeyField(models.CharField):
    """A stored sort or search key, compared by code point on SQLite and on PostgreSQL alike."""

    def db_parameters(self, connection: Any) -> dict[str, Any]:
        """The column's parameters, with the collation that compares code points."""
        parameters: dict[str, Any] = super().db_parameters(connection)
        if connection.vendor == "postgresql":
            parameters["collation"] = "C"
        return parameters
