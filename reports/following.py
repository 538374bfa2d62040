"""What else happens once a document was signed; packages above this one say it when they are loaded."""

from collections.abc import Callable

from reports.models import Report

# Says in words what it did, empty if it did nothing.
Follower = Callable[[int, object], str]
_followers: list[Follower] = []


def follow_signatures(follower: Follower) -> None:
    """Have something done after each signature, by key or by hand, with the report's number and who signed."""
    _followers.append(follower)


def after_signature(report: Report, account: object) -> str:
    """Do what follows a signature, and say what came of it; the signature stands whatever that is."""
    return " · ".join(filter(None, (each(report.pk, account) for each in _followers)))
