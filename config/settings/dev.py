"""A laptop: no variable needed, SQLite and a queue of files under `var/`."""

from config.settings.base import *  # noqa: F403
from config.settings.base import ENVIRONMENT

DEBUG = ENVIRONMENT.flag("DEBUG", default=True)
OFFERS_DEMO = ENVIRONMENT.flag("DEMO", default=True)
# Signs nothing that leaves the machine; production refuses to start without its own.
SECRET_KEY = ENVIRONMENT.text(
    "SECRET_KEY", default="development-only-key-that-signs-nothing-of-value-anywhere"
)
ALLOWED_HOSTS = ENVIRONMENT.words("ALLOWED_HOSTS", default=("localhost", "127.0.0.1", "[::1]", "testserver"))
INTERNAL_IPS = ["127.0.0.1"]
