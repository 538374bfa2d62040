"""The private link of a team's captain: who holds it may give the line-up before a round begins."""

from django.core.signing import BadSignature, Signer

from tournaments.models import Team

SALT = "tournaments.captain"


def captain_token(team: Team) -> str:
    """The link's last part; it names the team and the count of links made for it, signed."""
    return Signer(salt=SALT).sign(f"{team.pk}.{team.captain_link}")


def team_of_token(token: str) -> Team | None:
    """The team whose captain holds this link; None for a forged or an old one."""
    try:
        words = Signer(salt=SALT).unsign(token)
    except BadSignature:
        return None
    key, _dot, link = words.partition(".")
    found = Team.objects.select_related("event").filter(pk=int(key), captain_link=int(link)).first()
    return found if found is not None and found.captain_link else None
