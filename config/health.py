"""Whether the portal stands: the question that a load balancer and `script/server --check` ask."""

import logging
from pathlib import Path

from django.conf import settings
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache

logger = logging.getLogger("crosstable.health")


@never_cache
def healthz(request: HttpRequest) -> JsonResponse:
    """200 when the database answers with every migration in place and the broker takes messages, else 503."""
    database = _database_state()
    broker = _broker_state()
    well = database == "ok" and broker == "ok"
    answer = {"status": "ok" if well else "failing", "database": database, "broker": broker}
    return JsonResponse(answer, status=200 if well else 503)


def _database_state() -> str:
    try:
        executor = MigrationExecutor(connection)
        plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
    except DatabaseError:
        logger.exception("the database does not answer")
        return "unreachable"
    return "not migrated" if plan else "ok"


def _broker_state() -> str:
    """`ok` if a message could be sent now; for the broker of files, if its folder can be written."""
    options = getattr(settings, "CELERY_BROKER_TRANSPORT_OPTIONS", {})
    if "data_folder_out" in options:
        return "ok" if Path(options["data_folder_out"]).is_dir() else "folder missing"
    from config.celery import app

    try:
        with app.connection_for_write(connect_timeout=2) as broker:
            broker.ensure_connection(max_retries=1, timeout=2)
    except Exception:
        logger.exception("the broker does not answer")
        return "unreachable"
    return "ok"
