"""Bring the whole portal up: web, worker and scheduler, one command."""

import json
import os
import socket
import sys
import time
import urllib.error
import urllib.request
from argparse import ArgumentParser
from collections.abc import Callable
from typing import Any

from django.apps import apps
from django.conf import settings
from django.core.checks import CRITICAL, Tags
from django.core.management import CommandError, call_command, get_commands
from django.core.management.base import BaseCommand
from django.db import connections

from core.jobs import submit
from core.jobs.registry import is_registered
from core.models import Job
from core.supervisor import Service, Supervisor

SECONDS_TO_ANSWER = 90
SECONDS_FOR_THE_WEB_ALONE = 15
CHECK = "core.check"
DEMO = "commission.demo"

# A proxy of the environment is for the world outside, not for a question to ourselves.
_DIRECT = urllib.request.build_opener(urllib.request.ProxyHandler({}))


class Command(BaseCommand):
    """Supervises the portal's processes; the database is migrated before they start."""

    help = "Bring up web, worker and scheduler and keep them up until Ctrl+C."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Where to listen, and what kind of run this is."""
        parser.add_argument("--host", default=os.environ.get("HOST", "127.0.0.1"))
        parser.add_argument("--port", type=int, default=int(os.environ.get("PORT", "8000")))
        parser.add_argument(
            "--prepare", action="store_true", help="fonts and translations first, as set-up does"
        )
        parser.add_argument(
            "--check", action="store_true", help="come up, ask /healthz, shut down, exit 0 if well"
        )
        parser.add_argument("--no-demo", action="store_true", help="leave an empty portal empty")

    def handle(self, *args: Any, **options: Any) -> None:
        """Prepare, start, tell the address, and stay."""
        began = time.monotonic()
        host, port = options["host"], options["port"]
        if options["check"] and not _is_free(host, port):
            port = _free_port(host)
        elif not _is_free(host, port):
            raise CommandError(
                f"Port {port} of {host} is taken. Stop what listens there, or start with --port {port + 1}."
            )
        if options["prepare"]:
            call_command("build_fonts", stdout=self.stdout)
            call_command("compile_translations", stdout=self.stdout)
        call_command("migrate", verbosity=0, interactive=False)
        # Told and not fatal: what cannot be true together is mended in the portal.
        self.check(tags=[Tags.database], databases=["default"], fail_level=CRITICAL)
        connections.close_all()
        watch = _Watch(
            f"http://{host}:{port}",
            on_answer=lambda: self._greet(host, port, time.monotonic() - began, options),
            is_check=options["check"],
        )
        # Readers see the portal's own error pages; `runserver` is where to look for tracebacks.
        environment = {"DEBUG": "0"} | os.environ
        services = _services(host, port, lambda: watch.others_may_start)
        Supervisor(services, environment, self.stderr.write).run(until=watch.look)
        if options["check"]:
            self._tell_check(watch, services)

    def _greet(self, host: str, port: int, seconds: float, options: dict[str, Any]) -> None:
        """Said once, as soon as the portal answers."""
        self.stdout.write(f"The portal answers at http://{host}:{port}/ ({seconds:.1f} s)")
        if options["check"]:
            return
        if not options["no_demo"] and settings.OFFERS_DEMO:
            ordered = _order_demo()
            if ordered:
                self.stdout.write(f"The demo federation fills in: http://{host}:{port}/jobs/{ordered.pk}/")
        if settings.OFFERS_DEMO and "demo" in get_commands():
            call_command("demo", "--logins", stdout=self.stdout)
        self.stdout.write("Ctrl+C ends it.")
        # Whoever reads a log file wants this line now and not when the portal ends.
        self.stdout.flush()
        connections.close_all()

    def _tell_check(self, watch: "_Watch", services: list[Service]) -> None:
        if not watch.answered:
            raise CommandError(f"The portal did not answer well within {SECONDS_TO_ANSWER} s: {watch.last}")
        self.stdout.write(f"/healthz says {watch.last}")
        worked = watch.has_worked()
        if watch.job:
            watch.job.delete()
        if not worked:
            raise CommandError(
                f"The web server answers, but no worker did a job within {SECONDS_TO_ANSWER} s."
            )
        ended = [service.name for service in services if service.deaths]
        if ended:
            raise CommandError(f"These ended by themselves: {', '.join(ended)}")
        self.stdout.write("Web, worker and scheduler came up, a job was done, and all went down again.")


class _Watch:
    """Asks /healthz until it answers 200. For `--check` it goes on to a first job, and gives up after a while."""

    def __init__(self, address: str, on_answer: Callable[[], None], *, is_check: bool) -> None:
        self.address, self.on_answer, self.is_check = address, on_answer, is_check
        self.answered = False
        self.last = "no answer"
        self.job: Job | None = None
        self._began = time.monotonic()

    @property
    def others_may_start(self) -> bool:
        """Worker and scheduler leave the machine to the web server until it answers, but not for ever."""
        return self.answered or time.monotonic() - self._began > SECONDS_FOR_THE_WEB_ALONE

    def look(self) -> bool:
        """True when the run shall end: a check that has seen all it wanted, or whose time is over."""
        if not self.answered:
            self.answered = self._ask()
            if self.answered:
                self.on_answer()
                if self.is_check:
                    self.job = submit(CHECK, {})
        if not self.is_check:
            return False
        return self.has_worked() or time.monotonic() - self._began > SECONDS_TO_ANSWER

    def has_worked(self) -> bool:
        """Whether the worker has done the first job of a check."""
        if self.job is None:
            return False
        self.job.refresh_from_db()
        return self.job.state == Job.State.DONE

    def _ask(self) -> bool:
        try:
            with _DIRECT.open(f"{self.address}/healthz", timeout=5) as answer:
                self.last = answer.read().decode()
                return bool(json.loads(self.last)["status"] == "ok")
        except urllib.error.HTTPError as refusal:
            self.last = refusal.read().decode(errors="replace")[:500]
        except (OSError, ValueError) as silence:
            self.last = str(silence)
        return False


def _services(host: str, port: int, web_answers: Callable[[], bool]) -> list[Service]:
    """Web, worker and scheduler. On the broker of files one worker does one job at a time, as that broker wants."""
    embedded = settings.CELERY_BROKER_URL.startswith("filesystem")
    jobs = os.environ.get("JOB_WORKERS", "2")
    pool = ["-P", "solo"] if embedded else ["-P", "prefork", "-c", jobs]
    celery = [sys.executable, "-m", "celery", "-q", "-A", "config.celery"]
    quiet = ["--without-gossip", "--without-mingle", "--without-heartbeat", "-l", "WARNING"]
    web = [
        *(sys.executable, "-m", "gunicorn", "config.wsgi:application", "-k", "gthread"),
        *("-w", os.environ.get("WEB_WORKERS", "2"), "--threads", os.environ.get("WEB_THREADS", "4")),
        *("--preload", "-b", f"{host}:{port}", "--log-level", "warning", "--graceful-timeout", "10"),
    ]
    beat = [*celery, "beat", "-s", settings.CELERY_BEAT_SCHEDULE_FILENAME, "--pidfile=", "-l", "WARNING"]
    return [
        Service("web", web),
        Service(
            "worker", [*celery, "worker", "-n", f"crosstable-{os.getpid()}@%h", *pool, *quiet], web_answers
        ),
        Service("scheduler", beat, web_answers),
    ]


def _order_demo() -> Job | None:
    """Order the demo federation at the first start of an empty portal; None when there is something already."""
    if not is_registered(DEMO) or apps.get_model("tournaments", "Event")._default_manager.exists():
        return None
    return submit(DEMO, {"stage": "published", "seed": 1}, dedupe_key=DEMO)


def _is_free(host: str, port: int) -> bool:
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError:
            return False
    return True


def _free_port(host: str) -> int:
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
        probe.bind((host, 0))
        port: int = probe.getsockname()[1]
    return port
