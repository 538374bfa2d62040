"""The portal as a whole: health, headers, error pages, the throttle of the log-in, the settings of production."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory

ROOT = Path(__file__).resolve().parents[2]

PRODUCTION = {
    "DJANGO_SETTINGS_MODULE": "config.settings.prod",
    "SECRET_KEY": "k3y-of-a-test-that-is-long-enough-and-has-Many-Different-characters-0123456789",
    "ALLOWED_HOSTS": "portal.example.org",
    "PUBLIC_ADDRESS": "https://portal.example.org",
    "DATABASE_URL": "postgres://nobody@localhost/nothing",
    "REDIS_URL": "redis://localhost/0",
    "FEDERATION_NAME": "Check",
    "FEDERATION_CODE": "CHK",
}


def manage(*arguments: str, **environment: str) -> "subprocess.CompletedProcess[str]":
    """The command in a fresh process that has the given environment and nothing else of ours."""
    plain = {name: value for name, value in os.environ.items() if name in {"PATH", "HOME", "LANG"}}
    return subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT, env=plain | environment, capture_output=True, text=True, timeout=300,
    )  # fmt: skip


class TestHealth:
    pytestmark = pytest.mark.django_db

    def test_portal_that_stands_says_so(self, client: Client) -> None:
        answer = client.get("/healthz")
        assert (answer.status_code, answer.json()) == (
            200,
            {"status": "ok", "database": "ok", "broker": "ok"},
        )
        assert "no-store" in answer.headers["Cache-Control"]

    def test_missing_migration_is_told(self, client: Client) -> None:
        from django.db.migrations.recorder import MigrationRecorder

        MigrationRecorder.Migration.objects.filter(app="core").latest("applied").delete()
        answer = client.get("/healthz")
        assert (answer.status_code, answer.json()["database"]) == (503, "not migrated")

    def test_database_that_does_not_answer_is_told(
        self, client: Client, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def refuse(*arguments: Any) -> None:
            raise DatabaseError

        monkeypatch.setattr("config.health.MigrationExecutor", refuse)
        answer = client.get("/healthz")
        assert (answer.status_code, answer.json()["database"]) == (503, "unreachable")

    def test_broker_that_is_away_is_told(self, client: Client, settings: Any) -> None:
        settings.CELERY_BROKER_TRANSPORT_OPTIONS = {"data_folder_out": "/nowhere/at/all"}
        answer = client.get("/healthz")
        assert (answer.status_code, answer.json()["broker"]) == (503, "folder missing")


@pytest.mark.django_db
class TestPages:
    def test_every_page_forbids_what_is_not_our_own(self, client: Client) -> None:
        policy = client.get("/accounts/login/").headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy
        assert "script-src 'self'" in policy
        assert "style-src 'self'" in policy
        assert "frame-ancestors 'none'" in policy
        assert "unsafe" not in policy

    def test_page_that_does_not_exist_is_a_page(self, client: Client) -> None:
        answer = client.get("/no/such/page/")
        assert answer.status_code == 404
        assert "<main" in answer.content.decode()

    @pytest.mark.django_db
    def test_address_of_a_button_opened_by_itself_is_a_page(self, client: Client) -> None:
        response = client.get("/accounts/logout/")
        assert (response.status_code, response["Allow"]) == (405, "POST, OPTIONS")
        assert "Nothing was changed." in response.content.decode()

    def test_form_without_its_token_gets_a_page_that_says_how_to_go_on(self) -> None:
        answer = Client(enforce_csrf_checks=True).post(
            "/accounts/login/", {"username": "ana", "password": "x"}
        )
        assert answer.status_code == 403
        assert "form was too old" in answer.content.decode()

    def test_refusal_that_no_view_caught_keeps_its_words(self, rf: RequestFactory) -> None:
        from tournaments.errors import DomainError, StaleVersion

        assert _answer_to(rf, StaleVersion("Board 7 was changed.")) == (409, True)
        assert _answer_to(rf, DomainError("Board 7 was changed.")) == (400, True)
        assert _answer_to(rf, KeyError("Board 7 was changed.")) is None

    def test_request_that_is_too_large_gets_its_own_page(self, rf: RequestFactory) -> None:
        from django.core.exceptions import RequestDataTooBig, SuspiciousOperation

        from config.errors import bad_request

        assert bad_request(_with_user(rf), RequestDataTooBig()).status_code == 413
        assert bad_request(_with_user(rf), SuspiciousOperation()).status_code == 400

    def test_fifth_wrong_password_closes_the_log_in_for_a_while(
        self, client: Client, settings: Any, django_user_model: Any
    ) -> None:
        settings.AXES_ENABLED = True
        django_user_model.objects.create_user("ana", password="baize-and-ink-64")
        wrong = {"username": "ana", "password": "wrong"}
        statuses = [client.post("/accounts/login/", wrong).status_code for _try in range(5)]
        assert statuses == [200, 200, 200, 200, 429]
        right = client.post("/accounts/login/", {"username": "ana", "password": "baize-and-ink-64"})
        assert right.status_code == 429
        other = client.post(
            "/accounts/login/", {"username": "ana", "password": "baize-and-ink-64"}, REMOTE_ADDR="192.0.2.7"
        )
        assert other.status_code == 302

    @pytest.mark.parametrize("language", [code for code, _name in settings.LANGUAGES])
    def test_language_of_the_browser_is_taken(self, client: Client, language: str) -> None:
        page = client.get("/accounts/login/", headers={"Accept-Language": language}).content.decode()
        assert re.search(rf'<html[^>]*lang="{language}"', page)


class TestProduction:
    def test_checks_of_a_deployment_are_clean(self, tmp_path: Path) -> None:
        told = manage("check", "--deploy", "--fail-level", "WARNING", VAR_DIR=str(tmp_path), **PRODUCTION)
        assert told.returncode == 0, told.stderr
        assert "no issues (0 silenced)" in told.stdout

    @pytest.mark.parametrize("name", sorted(set(PRODUCTION) - {"DJANGO_SETTINGS_MODULE"}))
    def test_missing_variable_stops_the_start_and_is_named(self, name: str, tmp_path: Path) -> None:
        without = {key: value for key, value in PRODUCTION.items() if key != name}
        told = manage("check", VAR_DIR=str(tmp_path), **without)
        assert told.returncode != 0
        assert name in told.stderr.splitlines()[-1]

    def test_short_secret_key_is_refused(self, tmp_path: Path) -> None:
        told = manage("check", VAR_DIR=str(tmp_path), **PRODUCTION | {"SECRET_KEY": "short"})
        assert "shorter than 50 characters" in told.stderr

    def test_static_files_are_collected_under_names_that_hold_their_hash(self, tmp_path: Path) -> None:
        production = PRODUCTION | {"VAR_DIR": str(tmp_path)}
        # All but one of the fonts that set-up made; cutting them anew is tests/look/test_fonts.py's matter.
        fonts_here = tmp_path / "static" / "fonts"
        fonts_here.mkdir(parents=True)
        for font in sorted((settings.GENERATED_STATIC / "fonts").glob("*.woff2"))[1:]:
            shutil.copy(font, fonts_here)
        assert manage("build_fonts", **production).returncode == 0
        # Django's own admin files are many, and known to collect well.
        told = manage("collectstatic", "--noinput", "-i", "admin", "-i", "ext", "-i", "htm*-4*", **production)
        assert told.returncode == 0, told.stdout + told.stderr
        collected = tmp_path / "collected"
        names = json.loads((collected / "staticfiles.json").read_text())["paths"]
        hashed = names["css/fonts.css"]
        assert re.fullmatch(r"css/fonts\.[0-9a-f]{12}\.css", hashed)
        fonts = re.findall(r"url\([\"']?([^\"')]+)", (collected / hashed).read_text())
        assert fonts
        assert all((collected / "css" / font).resolve().is_file() for font in fonts)
        assert re.search(r"\.[0-9a-f]{12}\.woff2", fonts[0])
        assert (collected / f"{names['bootstrap/bootstrap.min.css']}.br").is_file()

    def test_laptop_needs_no_variable_at_all(self, tmp_path: Path) -> None:
        told = manage("check", VAR_DIR=str(tmp_path))
        assert told.returncode == 0, told.stderr


def _with_user(rf: RequestFactory) -> HttpRequest:
    from django.contrib.auth.models import AnonymousUser

    request = rf.get("/")
    request.user = AnonymousUser()
    return request


def _answer_to(rf: RequestFactory, exception: Exception) -> tuple[int, bool] | None:
    from config.errors import RefusalMiddleware

    answer = RefusalMiddleware(lambda request: HttpResponse()).process_exception(_with_user(rf), exception)
    return answer and (answer.status_code, "Board 7 was changed." in answer.content.decode())
