"""A public server: everything by the environment, refused when something is missing."""

from django.core.exceptions import ImproperlyConfigured

from config.outside.security import encrypted_transport
from config.outside.signing import signing_settings
from config.outside.static_files import static_settings
from config.outside.storage import storage_settings
from config.settings.base import *  # noqa: F403
from config.settings.base import BASE_DIR, ENVIRONMENT, VAR_DIR

DEBUG = False
SECRET_KEY = ENVIRONMENT.text("SECRET_KEY")
if len(SECRET_KEY) < 50:
    raise ImproperlyConfigured("SECRET_KEY is shorter than 50 characters; make a new one.")
ALLOWED_HOSTS = ENVIRONMENT.words("ALLOWED_HOSTS")
SECOND_FACTOR_REQUIRED = ENVIRONMENT.flag("SECOND_FACTOR", default=True)
CSRF_TRUSTED_ORIGINS = [f"https://{host}" for host in ALLOWED_HOSTS if host != "*"]
# Each must be set: a public server neither writes beside its code nor prints addresses of a laptop.
for name in ("DATABASE_URL", "REDIS_URL", "PUBLIC_ADDRESS", "FEDERATION_NAME", "FEDERATION_CODE"):
    ENVIRONMENT.text(name)

globals().update(
    encrypted_transport(behind_proxy=ENVIRONMENT.flag("BEHIND_PROXY", default=False))
    | signing_settings(ENVIRONMENT, at_first_need=False)
    | static_settings(base_dir=BASE_DIR, var=VAR_DIR, finders_at_run_time=False)
    | storage_settings(ENVIRONMENT, var=VAR_DIR, hashed_names=True)
)
