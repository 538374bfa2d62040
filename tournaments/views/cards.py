"""The card of an event: the picture that messengers and other sites show with a link to it."""

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from core.templatetags.ui import days
from tournaments.card import Words, card_png
from tournaments.kept_pages import KEPT_SECONDS, etag_of, event_stamp_or_404, tagged, unchanged
from tournaments.models import Event
from tournaments.selectors.events import round_in_play
from tournaments.views.access import public_event
from tournaments.words import state_words, system_words


@require_safe
def card(request: HttpRequest, pk: int) -> HttpResponse:
    """The card as PNG, drawn once for a version of the event and a language."""
    stamp = event_stamp_or_404(pk)
    event = public_event(request, pk)
    etag = etag_of(stamp, "card", settings.FEDERATION_NAME)
    answer = unchanged(request, etag, personal=False)
    if answer is not None:
        return answer
    key = f"card:{etag}"
    picture = cache.get(key)
    if picture is None:
        picture = card_png(_words(event))
        cache.set(key, picture, KEPT_SECONDS)
    return tagged(HttpResponse(picture, content_type="image/png"), request, etag, personal=False)


def _words(event: Event) -> Words:
    last = round_in_play(event) if event.state == Event.State.PLAYING else 0
    place = ", ".join(part for part in (event.city, event.federation) if part)
    facts = [str(days(event.start, event.end)) if event.start else "", place, system_words(event)]
    return Words(
        settings.FEDERATION_NAME, event.name, [fact for fact in facts if fact], str(state_words(event, last))
    )
