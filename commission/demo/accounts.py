"""The demo's log-ins, one for each role, and the regions."""

from dataclasses import dataclass

from players.models import Account, Region
from players.permissions import (
    APPEALS_COMMITTEE,
    COMMISSION_MEMBER,
    FEDERATION_ADMIN,
    PLAYER,
    RATING_OFFICER,
    REGIONAL_REPRESENTATIVE,
)
from players.services import account_create, region_save

PASSWORD = "crosstable-demo"
PASSPHRASE = "demo signing phrase"


@dataclass(frozen=True, slots=True)
class LogIn:
    """One demo account and what it is for."""

    username: str
    name: str
    roles: tuple[str, ...]
    purpose: str


LOG_INS = (
    LogIn("director", "Mirela Koszák", (), "directs events: pairs, enters results, hands in, signs"),
    LogIn("deputy", "Tomas Oduyal", (), "deputy arbiter of the events being played"),
    LogIn("clerk", "Ira Vasylenko", (), "enters results of one event, nothing else"),
    LogIn("region", "Стефан Ярцевин", (REGIONAL_REPRESENTATIVE,), "countersigns correspondence tables"),
    LogIn("commission", "Edith Harrowen", (COMMISSION_MEMBER,), "reviews, accepts, rates"),
    LogIn(
        "ratings",
        "Owen Ashcombe",
        (RATING_OFFICER, COMMISSION_MEMBER),
        "countersigns forms 1 to 3, publishes lists",
    ),
    LogIn(
        "office", "Begoña Mañero", (FEDERATION_ADMIN,), "the federation's office: persons, accounts, events"
    ),
    LogIn("appeals", "Lucija Vranješ", (APPEALS_COMMITTEE,), "decides appeals against the commission"),
    LogIn("player", "", (PLAYER,), "a player with a profile"),
)

REGIONS = (("01", "Inventown"), ("02", "Harbourland"), ("03", "Загірся"), ("04", "Zagorje"))


def accounts() -> dict[str, Account]:
    """The demo accounts by name, made if they are missing."""
    regions = demo_regions()
    made = {}
    for log_in in LOG_INS:
        account = Account.objects.filter(username=log_in.username).first()
        if account is None:
            account = account_create(
                actor=None,
                username=log_in.username,
                password=PASSWORD,
                display_name=log_in.name or log_in.username,
                roles=log_in.roles,
                regions=regions if REGIONAL_REPRESENTATIVE in log_in.roles else (),
            )
        made[log_in.username] = account
    return made


def demo_regions() -> list[Region]:
    """The demo's regions, made if they are missing."""
    found = []
    for code, name in REGIONS:
        region = Region.objects.filter(code=code).first()
        found.append(region or region_save(None, actor=None, code=code, name=name, reason="demo"))
    return found
