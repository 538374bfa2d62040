"""What accounts are written: an invitation, what became of a claim, a second factor that was taken away."""

from django.conf import settings
from django.core.mail import EmailMessage
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from players.models import Account, Invitation, ProfileClaim
from players.services.invitations import invitation_token


def invitation_mail(invitation: Invitation) -> EmailMessage:
    """The private link, until when it holds, and who invited."""
    path = reverse("players:invitation_own", args=[invitation_token(invitation)])
    until = date_format(timezone.localtime(invitation.expires_at), "DATETIME_FORMAT")
    lines = [
        invitation.display_name,
        "",
        _("%(name)s invites you to an account in the portal of %(federation)s.")
        % {"name": invitation.invited_by.shown_name, "federation": settings.FEDERATION_NAME},
        _("Open this address and choose a name and a password:"),
        "",
        f"{settings.PUBLIC_ADDRESS}{path}",
        "",
        _("It holds until %(until)s and opens one account. Give it to nobody.") % {"until": until},
        _("If you know nothing of this, do nothing: no account is opened."),
    ]
    subject = _("Your account at %(federation)s") % {"federation": settings.FEDERATION_NAME}
    return EmailMessage(subject=" ".join(subject.split()), body="\n".join(lines), to=[invitation.email])


def claim_mail(claim: ProfileClaim) -> EmailMessage | None:
    """What became of the claim; None where the account has no address."""
    if not claim.account.email:
        return None
    confirmed = claim.state == ProfileClaim.State.CONFIRMED
    said = (
        _("The commission has confirmed that the profile is yours.")
        if confirmed
        else _("The commission has refused your claim. The page says why.")
    )
    path = reverse("players:claim", args=[claim.pk])
    lines = [claim.account.shown_name, "", said, "", f"{settings.PUBLIC_ADDRESS}{path}"]
    subject = _("Your claim of a profile")
    return EmailMessage(subject=subject, body="\n".join(lines), to=[claim.account.email])


def factor_mail(account: Account, actor: Account) -> EmailMessage | None:
    """Tells the owner that his second factor was taken away; None where the account has no address."""
    if not account.email:
        return None
    lines = [
        account.shown_name,
        "",
        _("%(name)s has taken away the second factor of your account.") % {"name": actor.shown_name},
        _("You set up a new one at your next log-in. All sessions were ended."),
        _("If you did not ask for it, tell the federation's office at once."),
        "",
        f"{settings.PUBLIC_ADDRESS}{reverse('login')}",
    ]
    return EmailMessage(subject=_("Your second factor"), body="\n".join(lines), to=[account.email])
