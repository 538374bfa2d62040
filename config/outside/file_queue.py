"""The embedded queue's files: kombu's own transport, but a message is seen whole or not at all.

Kombu opens a message's file under its final name and fills it afterwards; a worker that looks into the folder between
the two takes an empty message and dies of it. The job behind it is queued anew, but a worker is started for nothing.
"""

import json
import logging
import os
import time
import uuid
from pathlib import Path
from typing import Any

from kombu.exceptions import ChannelError
from kombu.transport import filesystem

logger = logging.getLogger(__name__)


class Channel(filesystem.Channel):
    """Messages get their name when they are whole."""

    def _put(self, queue: str, payload: Any, **_options: Any) -> None:  # type: ignore[override]
        """Write a message; raises ChannelError where the folder cannot be written."""
        folder = Path(self.data_folder_out)
        name = f"{time.monotonic_ns() // 1_000_000}_{uuid.uuid4()}"
        # A reader takes only what ends with the name of its queue behind the first point.
        hidden = folder / f"{name}.part"
        try:
            hidden.write_bytes(json.dumps(payload).encode())
            os.replace(hidden, folder / f"{name}.{queue}.msg")
        except OSError as error:
            raise ChannelError(f"The message cannot be put into {folder}.") from error

    def _get(self, queue: str, timeout: Any = None) -> Any:
        """The next message; one that no longer can be read, as after a power cut, is passed over."""
        while True:
            try:
                return super()._get(queue)  # type: ignore[no-untyped-call]
            except ValueError:
                logger.warning("A message of the queue %s could not be read and was thrown away.", queue)


class Transport(filesystem.Transport):
    """Kombu's transport over files with our channel."""

    Channel = Channel
