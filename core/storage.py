"""A folder as storage: every file appears whole in its place or not at all."""

import os
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

from django.core.files.storage import FileSystemStorage

DRAFT = ".draft-"


class WholeFiles(FileSystemStorage):
    """Django's folder storage for files named by what is in them: written beside, then put in place in one step.

    A name is never changed to a free one: whoever writes it again writes the same bytes.
    """

    def get_available_name(self, name: str, max_length: int | None = None) -> str:
        """The name itself."""
        return name

    def _save(self, name: str, content: Any) -> str:
        target = Path(self.path(name))
        target.parent.mkdir(parents=True, exist_ok=True)
        if hasattr(content, "temporary_file_path"):
            os.chmod(content.temporary_file_path(), 0o640)
            os.replace(content.temporary_file_path(), target)
            return name
        with NamedTemporaryFile(dir=target.parent, prefix=DRAFT, delete=False) as draft:
            try:
                for chunk in content.chunks():
                    draft.write(chunk)
                draft.flush()
                os.fsync(draft.fileno())
                os.chmod(draft.name, 0o640)
                os.replace(draft.name, target)
            except BaseException:
                Path(draft.name).unlink(missing_ok=True)
                raise
        return name
