"""The Celery application that web, worker and scheduler share."""

import os
import warnings
from pathlib import Path

from celery import Celery
from django.conf import settings

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.dev")

# The warning is about pickled messages from strangers; ours are JSON, and a bare machine has only root.
warnings.filterwarnings("ignore", message=r"\s*You're running the worker with superuser privileges")

app = Celery("crosstable")
app.config_from_object("django.conf:settings", namespace="CELERY")
# The tasks are loaded by the ground floor at Django's start, in every process and not in workers alone.

for option in ("data_folder_in", "data_folder_out", "control_folder"):
    folder = getattr(settings, "CELERY_BROKER_TRANSPORT_OPTIONS", {}).get(option)
    if folder:
        Path(folder).mkdir(parents=True, exist_ok=True)
Path(settings.CELERY_BEAT_SCHEDULE_FILENAME).parent.mkdir(parents=True, exist_ok=True)
