"""Settings that all three surroundings share; what may differ comes from the environment or from their files."""

import os
from pathlib import Path

from config.environment import Environment
from config.outside.cache import caches
from config.outside.database import databases
from config.outside.federation import federation_settings
from config.outside.language import language_settings
from config.outside.logs import logging_settings
from config.outside.mail import mail_settings
from config.outside.queue import celery_settings
from config.outside.security import axes_settings, content_security_policy
from config.outside.signing import signing_settings
from config.outside.static_files import static_settings
from config.outside.storage import storage_settings

BASE_DIR = Path(__file__).resolve().parents[2]
ENVIRONMENT = Environment(os.environ)
VAR_DIR = Path(ENVIRONMENT.text("VAR_DIR", default=str(BASE_DIR / "var")))
VAR_DIR.mkdir(parents=True, exist_ok=True)

DEBUG = False
# Whether an empty portal fills itself with an invented federation and prints its log-ins.
OFFERS_DEMO = False
ALLOWED_HOSTS: list[str] = []
# Days within which the commission answers a request for a correction, within which its decision can be appealed
# against, and within which the appeals committee answers. No text that we have sets them: the federation chooses.
REQUEST_DAYS = ENVIRONMENT.integer("REQUEST_DAYS", default=14, at_least=1)
APPEAL_DAYS = ENVIRONMENT.integer("APPEAL_DAYS", default=30, at_least=1)
APPEAL_ANSWER_DAYS = ENVIRONMENT.integer("APPEAL_ANSWER_DAYS", default=30, at_least=1)
# Days after the end of a request for which the e-mail address of whoever asked without a log-in is kept.
REQUEST_ADDRESS_DAYS = ENVIRONMENT.integer("REQUEST_ADDRESS_DAYS", default=92, at_least=1)

INSTALLED_APPS = [
    "config.apps.WiringConfig",
    # Django's own first: the office exchanges some of its admin pages for ours.
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django_htmx",
    "crispy_forms",
    "crispy_bootstrap5",
    "axes",
    "django_otp",
    "django_otp.plugins.otp_totp",
    "django_otp.plugins.otp_static",
    "csp",
    "lucide",
    "core",
    "players",
    "tournaments",
    "ratings",
    "tiebreaks",
    "reports",
    "commission",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "config.outside.static_files.StaticFiles",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "players.sessions.LastSeenMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django_otp.middleware.OTPMiddleware",
    "players.second_factor.SecondFactorMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "config.errors.RefusalMiddleware",
    "axes.middleware.AxesMiddleware",
]

ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.debug",
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "config.navigation.navigation",
            ],
        },
    }
]
CRISPY_ALLOWED_TEMPLATE_PACKS = "bootstrap5"
CRISPY_TEMPLATE_PACK = "bootstrap5"

AUTH_USER_MODEL = "players.Account"
AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",
    "django.contrib.auth.backends.ModelBackend",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
# Whether who decides or signs for the federation must show a second factor; production switches it on.
SECOND_FACTOR_REQUIRED = ENVIRONMENT.flag("SECOND_FACTOR", default=False)
LOGIN_URL = "login"
LOGIN_REDIRECT_URL = "tournaments:desk"
LOGOUT_REDIRECT_URL = "commission:home"
SESSION_ENGINE = "players.sessions"
SESSION_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_HTTPONLY = True
CSRF_FAILURE_VIEW = "config.errors.csrf_failure"
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
CONTENT_SECURITY_POLICY = content_security_policy()

DATABASES = databases(ENVIRONMENT, var=VAR_DIR)
CACHES = caches(ENVIRONMENT)
LOGGING = logging_settings(level=ENVIRONMENT.text("LOG_LEVEL", default="INFO"))

globals().update(
    celery_settings(ENVIRONMENT, var=VAR_DIR)
    | mail_settings(ENVIRONMENT)
    | language_settings(ENVIRONMENT, base_dir=BASE_DIR)
    | static_settings(base_dir=BASE_DIR, var=VAR_DIR, finders_at_run_time=True)
    | storage_settings(ENVIRONMENT, var=VAR_DIR, hashed_names=False)
    | signing_settings(ENVIRONMENT, at_first_need=True)
    | axes_settings()
    | federation_settings(ENVIRONMENT)
)
