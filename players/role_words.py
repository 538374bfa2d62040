"""The federation-wide roles in words."""

from django.utils.translation import gettext_lazy as _

from players.permissions import (
    APPEALS_COMMITTEE,
    COMMISSION_MEMBER,
    FEDERATION_ADMIN,
    PLAYER,
    RATING_OFFICER,
    REGIONAL_REPRESENTATIVE,
)

ROLE_WORDS = (
    (FEDERATION_ADMIN, _("federation's administrator: opens this office")),
    (COMMISSION_MEMBER, _("member of the qualification commission")),
    (RATING_OFFICER, _("rating officer: countersigns forms 1 to 3, publishes lists")),
    (REGIONAL_REPRESENTATIVE, _("regional representative: countersigns correspondence tables")),
    (APPEALS_COMMITTEE, _("member of the appeals committee: decides appeals")),
    (PLAYER, _("player with a profile")),
)
# The same where there is no room for what the role is for.
SHORT_WORDS = {
    FEDERATION_ADMIN: _("administrator"),
    COMMISSION_MEMBER: _("commission"),
    RATING_OFFICER: _("rating officer"),
    REGIONAL_REPRESENTATIVE: _("regional representative"),
    APPEALS_COMMITTEE: _("appeals committee"),
    PLAYER: _("player"),
}


def roles_in_words(names: "list[str]") -> str:
    """The roles of an account or an invitation, with commas."""
    return ", ".join(str(SHORT_WORDS.get(name, name)) for name in names)
