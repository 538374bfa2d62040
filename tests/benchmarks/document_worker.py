"""What a worker process of the benchmark of documents does; the portal is set up in it before anything is read."""

import os


def set_up() -> None:
    """What a worker pays once: importing, and its first document."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.test")
    import django

    django.setup()
    set_in_type((4, 1, 0))


def set_in_type(order: tuple[int, int, int]) -> str:
    """A table of so many players and rounds with a number of its own; its hash."""
    from tests.reports.test_render import rendered, swiss

    players, rounds, number = order
    return rendered(swiss(players, rounds, unusual=f"Document {number}")).sha256
