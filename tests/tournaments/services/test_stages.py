"""Occasion, games after the decision, play by correspondence, and what an event may be a stage of."""

from typing import Any

import pytest
from django.core.exceptions import ValidationError

pytestmark = pytest.mark.django_db


def update(event: Any, actor: Any, **fields: Any) -> Any:
    from tournaments.services import event_update

    return event_update(event, actor=actor, **fields)


def test_a_preliminary_is_a_stage_of_the_final_and_the_ledger_names_it(new_event: Any, director: Any) -> None:
    from core.ledger import rows_of

    final, preliminary = new_event(0, name="Final"), new_event(0, name="Group A")
    update(preliminary, director, stage_of=final, occasion="league")
    preliminary.refresh_from_db()
    assert (preliminary.stage_of, preliminary.occasion) == (final, "league")
    changed = rows_of("event", preliminary.pk).last().payload["changed"]
    assert changed == {"occasion": ["", "league"], "stage_of": ["", "Final"]}


def test_stages_make_no_circle_and_no_chain(new_event: Any, director: Any) -> None:
    final, group, other = (new_event(0, name=name) for name in ("Final", "Group A", "Other"))
    with pytest.raises(ValidationError, match="no stage of itself"):
        update(final, director, stage_of=final)
    update(group, director, stage_of=final)
    with pytest.raises(ValidationError, match="itself a stage"):
        update(other, director, stage_of=group)
    with pytest.raises(ValidationError, match="stages of its own"):
        update(final, director, stage_of=other)
    final.refresh_from_db()
    assert final.stage_of is None


def test_an_event_is_a_stage_only_of_one_at_which_its_director_works(
    new_event: Any, director: Any, stranger: Any, commissioner: Any
) -> None:
    from tournaments.services import event_create

    foreign = event_create(actor=stranger, name="Foreign Final")
    own = new_event(0)
    with pytest.raises(ValidationError, match="no role in that event"):
        update(own, director, stage_of=foreign)
    update(own, commissioner, stage_of=foreign)
    # what the commission decided stands when the director changes something else
    own.refresh_from_db()
    update(own, director, city="Harbour", stage_of=foreign)


def test_only_a_match_can_be_decided_before_its_last_game(new_event: Any, director: Any) -> None:
    with pytest.raises(ValidationError, match="Only a match"):
        update(new_event(0), director, after_decision="unrated")
    match = new_event(0, system="match")
    assert update(match, director, after_decision="unrated").after_decision == "unrated"


def test_the_form_offers_own_events_that_are_no_stages(
    new_event: Any, director: Any, stranger: Any, client: Any
) -> None:
    from tournaments.services import event_create

    foreign = event_create(actor=stranger, name="Foreign Final")
    final, group, third = (new_event(0, name=name) for name in ("Own Final", "Own Group", "Own Third"))
    update(group, director, stage_of=final)
    client.force_login(director)
    page = client.get(f"/desk/{third.pk}/edit/")
    offered = set(page.context["form"].fields["stage_of"].queryset)
    assert offered == {final}
    assert foreign not in offered
    # the chosen one stays on offer
    assert final in client.get(f"/desk/{group.pk}/edit/").context["form"].fields["stage_of"].queryset


def test_the_form_saves_occasion_and_stage(new_event: Any, director: Any, client: Any) -> None:
    final, group = new_event(0, name="Own Final"), new_event(0, name="Own Group")
    client.force_login(director)
    address = f"/desk/{group.pk}/edit/"
    form = client.get(address).context["form"]
    data = {name: form[name].value() for name in form.fields if form[name].value() not in (None, False)}
    answer = client.post(address, data | {"stage_of": final.pk, "occasion": "national_championship"})
    assert answer.status_code == 302, answer.context["form"].errors
    group.refresh_from_db()
    assert (group.stage_of, group.occasion) == (final, "national_championship")
    page = client.get(f"/events/{group.pk}/").content.decode()
    for text in ("national championship", "stage of Own Final", f'href="/events/{final.pk}/"'):
        assert text in page


def test_play_by_correspondence_is_rated_by_coefficient_and_no_other_play_is(
    new_event: Any, director: Any
) -> None:
    event = new_event(0, system="round_robin", numbering="lot", rating_kind="standard")
    with pytest.raises(ValidationError, match="by coefficient, or not at all"):
        update(event, director, correspondence=True)
    with pytest.raises(ValidationError, match="Only play by correspondence"):
        update(event, director, rating_kind="ik")
    assert update(event, director, correspondence=True, rating_kind="").rating_kind == ""
    assert update(event, director, correspondence=True, rating_kind="ik").rating_kind == "ik"
