"""One file per outside thing: each turns the environment into Django's settings, or says what is wrong."""

import base64
import hashlib
from pathlib import Path
from typing import Any

import pytest
from django.contrib.staticfiles import finders
from django.core.exceptions import ImproperlyConfigured
from django.template.loader import get_template
from django.test import Client

from config.environment import Environment
from config.outside.cache import caches
from config.outside.database import databases
from config.outside.federation import federation_settings
from config.outside.language import language_settings
from config.outside.mail import mail_settings
from config.outside.queue import celery_settings
from config.outside.static_files import BOOTSTRAP_FILES, HTMX_FILE, BootstrapFinder, FoundFiles
from config.outside.storage import storage_settings

VAR = Path("/var/lib/portal")

#  the integrity values that Bootstrap publishes with its release 5.3.8
PUBLISHED = {
    "bootstrap/bootstrap.min.css": "sRIl4kxILFvY47J16cr9ZwB07vP4J8+LH7qKQnuqkuIAvNWLzeN8tE5YBujZqJLB",
    "bootstrap/bootstrap.bundle.min.js": "FKyoEForCGlyvwx9Hj09JcYn3nv7wiPVlz7YYwJrWVcXK/BmnVDxM+D2scQbITxI",
}


class TestDatabase:
    def test_without_an_address_it_is_sqlite_beside_the_code(self) -> None:
        found = databases(Environment({}), var=VAR)["default"]
        assert (found["ENGINE"], found["NAME"]) == (
            "django.db.backends.sqlite3",
            "/var/lib/portal/db.sqlite3",
        )

    def test_writers_of_sqlite_queue_and_requests_take_no_lock(self) -> None:
        found = databases(Environment({}), var=VAR)["default"]
        assert found["OPTIONS"]["transaction_mode"] == "IMMEDIATE"
        assert "journal_mode=WAL" in found["OPTIONS"]["init_command"]
        assert found["ATOMIC_REQUESTS"] is False

    def test_postgres_address_is_taken(self) -> None:
        found = databases(
            Environment({"DATABASE_URL": "postgres://ana:x@db:5433/chess?sslmode=require"}), var=VAR
        )
        facts = found["default"]
        assert (facts["ENGINE"], facts["NAME"], facts["HOST"], facts["PORT"], facts["OPTIONS"]) == (
            "django.db.backends.postgresql", "chess", "db", "5433", {"sslmode": "require"},
        )  # fmt: skip

    def test_postgres_by_its_socket(self) -> None:
        found = databases(Environment({"DATABASE_URL": "postgres:///chess?host=/run/postgresql"}), var=VAR)
        assert (found["default"]["HOST"], found["default"]["OPTIONS"]) == ("/run/postgresql", {})

    def test_postgres_address_without_a_name_is_refused(self) -> None:
        with pytest.raises(ImproperlyConfigured, match="names no database"):
            databases(Environment({"DATABASE_URL": "postgres://ana@db/"}), var=VAR)

    @pytest.mark.parametrize("address", ["sqlite://", "sqlite:///db.sqlite3"])
    def test_relative_sqlite_path_is_refused(self, address: str) -> None:
        with pytest.raises(ImproperlyConfigured, match="absolute path"):
            databases(Environment({"DATABASE_URL": address}), var=VAR)


class TestQueueAndCache:
    def test_without_redis_messages_are_files_in_one_folder(self) -> None:
        found = celery_settings(Environment({}), var=VAR)
        options = found["CELERY_BROKER_TRANSPORT_OPTIONS"]
        assert found["CELERY_BROKER_URL"] == "filesystem://localhost//"
        assert options["data_folder_in"] == options["data_folder_out"] == "/var/lib/portal/queue/messages"

    def test_redis_takes_over_by_its_address_alone(self) -> None:
        environment = Environment({"REDIS_URL": "redis://broker:6379/0"})
        found = celery_settings(environment, var=VAR)
        assert found["CELERY_BROKER_URL"] == "redis://broker:6379/0"
        assert "CELERY_BROKER_TRANSPORT_OPTIONS" not in found
        assert caches(environment)["default"]["BACKEND"].endswith("RedisCache")

    def test_address_that_is_no_redis_is_refused(self) -> None:
        with pytest.raises(ImproperlyConfigured, match="REDIS_URL begins with 'http'"):
            celery_settings(Environment({"REDIS_URL": "http://broker"}), var=VAR)

    def test_message_of_the_scheduler_dies_before_the_next_one(self) -> None:
        schedule = celery_settings(Environment({}), var=VAR)["CELERY_BEAT_SCHEDULE"]
        assert schedule["reap"]["schedule"] == 5
        assert all(entry["options"]["expires"] <= entry["schedule"] for entry in schedule.values())

    def test_messages_are_kept_until_the_work_is_done(self) -> None:
        found = celery_settings(Environment({}), var=VAR)
        assert (found["CELERY_TASK_ACKS_LATE"], found["CELERY_WORKER_PREFETCH_MULTIPLIER"]) == (True, 1)


class TestMail:
    def test_without_a_server_mail_is_printed(self) -> None:
        assert mail_settings(Environment({}))["EMAIL_BACKEND"].endswith("console.EmailBackend")

    @pytest.mark.parametrize(
        ("address", "ssl", "tls", "port"),
        [
            ("smtps://a:b@mail.example", True, False, 465),
            ("smtp://mail.example:587?starttls=1", False, True, 587),
            ("smtp://mail.example", False, False, 25),
        ],
    )
    def test_kinds_of_encryption(self, address: str, ssl: bool, tls: bool, port: int) -> None:
        found = mail_settings(Environment({"EMAIL_URL": address}))
        assert (found["EMAIL_USE_SSL"], found["EMAIL_USE_TLS"], found["EMAIL_PORT"]) == (ssl, tls, port)


class TestLanguage:
    def test_five_languages_and_no_separator_of_thousands(self, tmp_path: Path) -> None:
        found = language_settings(Environment({}), base_dir=tmp_path)
        assert [code for code, _name in found["LANGUAGES"]] == ["en", "hr", "ru", "uk", "es"]
        assert found["USE_THOUSAND_SEPARATOR"] is False

    def test_zone_that_does_not_exist_is_refused(self, tmp_path: Path) -> None:
        with pytest.raises(ImproperlyConfigured, match="TIME_ZONE is 'Europe/Atlantis'"):
            language_settings(Environment({"TIME_ZONE": "Europe/Atlantis"}), base_dir=tmp_path)

    def test_local_day_is_the_day_of_the_zone(self) -> None:
        from datetime import UTC, datetime

        from django.utils import timezone

        late_evening = datetime(2026, 3, 7, 23, 30, tzinfo=UTC)
        with timezone.override("Europe/Prague"):
            assert timezone.localdate(late_evening).isoformat() == "2026-03-08"


class TestFederationAndStorage:
    def test_public_address_loses_its_last_slash(self) -> None:
        found = federation_settings(Environment({"PUBLIC_ADDRESS": "https://chess.example/"}))
        assert found["PUBLIC_ADDRESS"] == "https://chess.example"

    def test_public_address_keeps_its_port(self) -> None:
        assert federation_settings(Environment({}))["PUBLIC_ADDRESS"] == "http://localhost:8000"

    def test_files_and_keys_may_lie_elsewhere(self) -> None:
        environment = Environment({"FILES_ROOT": "/srv/files", "KEYS_ROOT": "/srv/keys"})
        found = storage_settings(environment, var=VAR, hashed_names=False)
        assert (found["MEDIA_ROOT"], found["LEDGER_KEY_FILE"]) == (
            Path("/srv/files"),
            Path("/srv/keys/ledger.pem"),
        )


class TestStaticFiles:
    @pytest.mark.parametrize("address", BOOTSTRAP_FILES)
    def test_bootstrap_is_the_release_that_its_makers_published(self, address: str) -> None:
        found = finders.find(address)
        assert isinstance(found, str)
        digest = hashlib.sha384(Path(found).read_bytes()).digest()
        assert base64.b64encode(digest).decode() == PUBLISHED[address]

    def test_no_other_file_of_the_package_is_served(self) -> None:
        assert finders.find("bootstrap/bootstrap.css") is None
        assert finders.find("bootstrap/LICENSE") is None

    def test_collecting_copies_the_two_files_under_their_addresses(self) -> None:
        collected = {}
        for address, storage in BootstrapFinder().list(None):
            with storage.open(address) as file:
                collected[address] = file.read()
        assert set(collected) == set(PUBLISHED)
        for address, data in collected.items():
            assert base64.b64encode(hashlib.sha384(data).digest()).decode() == PUBLISHED[address]

    def test_htmx_of_the_second_version_is_there(self) -> None:
        found = finders.find(HTMX_FILE)
        assert isinstance(found, str)
        assert 'version:"2.' in Path(found).read_text(encoding="utf-8")

    def test_base_page_loads_only_files_that_can_be_found(self) -> None:
        import re

        source = Path(str(get_template("base.html").origin)).read_text(encoding="utf-8")  # type: ignore[attr-defined]
        addresses = re.findall(r"{% static ['\"]([^'\"]+)['\"] %}", source)
        assert addresses
        assert [address for address in addresses if finders.find(address) is None] == []


class TestKeptInTheBrowser:
    """A browser asks again only for what changed, so that a page paints without waiting for thirty answers."""

    def test_an_address_changes_with_its_file(self, tmp_path: Path, settings: Any) -> None:
        sheet = tmp_path / "kept-for-the-test.css"
        sheet.write_text("a {}")
        settings.STATICFILES_DIRS = [tmp_path]
        finders.get_finder.cache_clear()
        try:
            first = FoundFiles().url(sheet.name)
            assert first.startswith(f"/static/{sheet.name}?v=")
            assert FoundFiles().url(sheet.name) == first
            sheet.write_text("a { color: red }")
            assert FoundFiles().url(sheet.name) != first
        finally:
            finders.get_finder.cache_clear()

    @pytest.mark.django_db
    def test_what_is_asked_for_with_its_version_is_kept_for_good(self, client: Client) -> None:
        assert "immutable" in kept(client, FoundFiles().url("css/base.css"))
        assert "immutable" not in kept(client, "/static/css/base.css")
        assert "immutable" not in kept(client, "/static/css/nowhere.css?v=1")

    @pytest.mark.django_db
    def test_a_font_has_the_address_by_which_style_sheets_know_it(self, client: Client) -> None:
        address = FoundFiles().url("fonts/source-sans-400-latin.woff2")
        assert address == "/static/fonts/source-sans-400-latin.woff2"
        assert kept(client, address) == "max-age=86400, public"


def kept(client: Client, address: str) -> str:
    """How long a browser may keep a file, in the words of the answer."""
    answer = client.get(address)
    answer.close()
    return answer.headers.get("Cache-Control", "")
