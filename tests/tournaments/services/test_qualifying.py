"""Two preliminaries and a final: who goes on, with the reason kept, and the results that are carried."""

from datetime import date
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from core.ledger import rows_of
from tournaments.errors import DomainError
from tournaments.models import Game, Qualification
from tournaments.services import entries_number, event_create, event_register, record_result, rounds_pair_all
from tournaments.services.kinds import kind_rules_set
from tournaments.services.qualifying import Qualifier, qualifiers_enter

pytestmark = pytest.mark.django_db


def group(name: str, final: Any, director: Any, players: int = 4, *, over: bool = True) -> Any:
    """A preliminary in which the smaller start number always wins, so that places are start numbers."""
    from tournaments.services import entries_add

    event = event_create(
        actor=director,
        name=name,
        start=date(2026, 3, 1),
        system="round_robin",
        numbering="typed",
        stage_of=final,
    )
    rows = [{"name": f"{name}{number}, Test", "rating": 2200 - number} for number in range(1, players + 1)]
    entries = entries_add(event, actor=director, rows=rows)
    event_register(event, actor=director)
    entries_number(event, actor=director, numbers={entry.pk: n for n, entry in enumerate(entries, start=1)})
    rounds_pair_all(event, actor=director)
    if over:
        for game in Game.objects.filter(round__event=event).select_related("white", "black"):
            code = "1-0" if game.white.number < game.black.number else "0-1"
            record_result(game, actor=director, code=code, version=game.version)
    event.refresh_from_db()
    return event


@pytest.fixture
def final(director: Any) -> Any:
    event = event_create(
        actor=director, name="Final", start=date(2026, 3, 7), system="round_robin", numbering="typed"
    )
    kind_rules_set(event, actor=director, qualify=2, carry_results=True)
    return event


def enter(final: Any, director: Any, *groups: Any) -> list[Any]:
    qualifiers = [Qualifier(event.entries.get(number=n), n) for event in groups for n in (1, 2)]
    return qualifiers_enter(final, actor=director, qualifiers=qualifiers)


def test_the_first_two_of_each_group_are_entered_and_know_where_they_come_from(
    final: Any, director: Any
) -> None:
    enter(final, director, group("A", final, director), group("B", final, director))
    rows = Qualification.objects.order_by("source__event__name", "place")
    assert list(rows.values_list("entry__name", "entry__event__name", "source__event__name", "place")) == [
        ("A1, Test", "Final", "A", 1),
        ("A2, Test", "Final", "A", 2),
        ("B1, Test", "Final", "B", 1),
        ("B2, Test", "Final", "B", 2),
    ]


def test_the_game_of_the_preliminary_counts_in_the_final_with_its_colours_and_is_rated_once(
    final: Any, director: Any
) -> None:
    from tournaments.snapshot import record_of

    first, second = group("A", final, director), group("B", final, director)
    entries = enter(final, director, first, second)
    event_register(final, actor=director)
    entries_number(final, actor=director, numbers={entry.pk: n for n, entry in enumerate(entries, start=1)})
    rounds_pair_all(final, actor=director)
    games = Game.objects.filter(round__event=final)
    carried = games.exclude(code="*").order_by("white__name")
    for game in carried:
        own = game.white.qualification.source, game.black.qualification.source
        earlier = Game.objects.get(white=own[0], black=own[1])
        assert game.code == f"{earlier.code}u"
        assert "carried from" in game.manual_reason
        assert {seat.colour: seat.entry_id for seat in game.seats.all()} == {
            "w": game.white_id,
            "b": game.black_id,
        }
    assert carried.count() == 2  # A1–A2 and B1–B2; the other four are to be played
    assert games.filter(code="*").count() == 4
    assert len(record_of(final.pk).games) == 6


def carried_code(final: Any) -> str:
    """The code of the game between A1 and A2 in the final, where A1 has number 1 and A2 number 2."""
    return Game.objects.get(round__event=final, white__number__in=(1, 2), black__number__in=(1, 2)).code


def corrected(event: Any, director: Any, code: str, reason: str = "The slip says so.") -> None:
    """Enter another result of numbers 1 and 2 in a preliminary; with the reason why."""
    game = Game.objects.get(round__event=event, white__number__in=(1, 2), black__number__in=(1, 2))
    record_result(game, actor=director, code=code, version=game.version, reason=reason)


def test_a_result_corrected_in_the_preliminary_is_corrected_in_the_final(final: Any, director: Any) -> None:
    first = group("A", final, director)
    entries = enter(final, director, first, group("B", final, director))
    event_register(final, actor=director)
    entries_number(final, actor=director, numbers={entry.pk: n for n, entry in enumerate(entries, start=1)})
    rounds_pair_all(final, actor=director)
    before = carried_code(final)
    corrected(first, director, "*")
    assert carried_code(final) == before
    final.refresh_from_db()
    version = final.version
    corrected(first, director, "1/2-1/2")
    assert carried_code(final) == "1/2-1/2u"
    final.refresh_from_db()
    assert final.version > version
    row = rows_of("event", final.pk).order_by("-seq").first()
    assert (row.verb, row.actor_name, row.reason) == (
        "results.carried",
        director.shown_name,
        "The slip says so.",
    )
    assert (row.payload["old"], row.payload["new"], row.payload["from"]) == (before, "1/2-1/2u", first.pk)
    corrected(first, director, "-/-")
    assert carried_code(final) == "-/-"
    corrected(first, director, "0-0")  # a penalty is not carried
    assert carried_code(final) == "*"


def test_a_result_that_was_entered_in_the_final_itself_stays(final: Any, director: Any) -> None:
    first = group("A", final, director)
    entries = enter(final, director, first, group("B", final, director))
    event_register(final, actor=director)
    entries_number(final, actor=director, numbers={entry.pk: n for n, entry in enumerate(entries, start=1)})
    rounds_pair_all(final, actor=director)
    corrected(final, director, "0-1")
    corrected(first, director, "1/2-1/2")
    assert carried_code(final) == "0-1"


def test_a_correction_is_refused_that_would_change_a_final_frozen_by_a_report(
    final: Any, director: Any
) -> None:
    from tournaments.services.events import event_lock

    first = group("A", final, director)
    entries = enter(final, director, first, group("B", final, director))
    event_register(final, actor=director)
    entries_number(final, actor=director, numbers={entry.pk: n for n, entry in enumerate(entries, start=1)})
    rounds_pair_all(final, actor=director)
    before = carried_code(final)
    event_lock(final, 1)
    with pytest.raises(DomainError) as refused:
        corrected(first, director, "1/2-1/2")
    assert refused.value.code == "event_frozen"
    assert carried_code(final) == before


def test_pairing_with_carried_results_can_still_be_deleted(final: Any, director: Any) -> None:
    from tournaments.services import pairings_delete

    entries = enter(final, director, group("A", final, director), group("B", final, director))
    event_register(final, actor=director)
    entries_number(final, actor=director, numbers={entry.pk: n for n, entry in enumerate(entries, start=1)})
    rounds_pair_all(final, actor=director)
    assert pairings_delete(final, actor=director) == [1, 2, 3]


def test_whoever_is_not_on_a_qualifying_place_needs_a_reason_which_is_kept(final: Any, director: Any) -> None:
    third = group("A", final, director).entries.get(number=3)
    with pytest.raises(DomainError) as refused:
        qualifiers_enter(final, actor=director, qualifiers=[Qualifier(third, 3, by_rule=False)])
    assert refused.value.code == "reason_missing"
    qualifiers_enter(
        final, actor=director, qualifiers=[Qualifier(third, 3, by_rule=False)], reason="A2 cannot travel"
    )
    assert Qualification.objects.get().reason == "A2 cannot travel"
    with pytest.raises(DomainError) as again:
        qualifiers_enter(final, actor=director, qualifiers=[Qualifier(third, 3)])
    assert again.value.code == "entered_already"


def test_nobody_goes_on_from_a_preliminary_that_is_not_over_or_of_another_event(
    final: Any, director: Any, new_event: Any
) -> None:
    open_group = group("A", final, director, over=False)
    with pytest.raises(DomainError) as refused:
        enter(final, director, open_group)
    assert refused.value.code == "open_games"
    stranger = new_event(2).entries.first()
    with pytest.raises(DomainError) as foreign:
        qualifiers_enter(final, actor=director, qualifiers=[Qualifier(stranger, 1)])
    assert foreign.value.code == "no_stage"


def swiss_group(final: Any, director: Any, rounds: int) -> Any:
    """A Swiss preliminary of two rounds for four, White winning in each of the rounds paired by hand."""
    from tournaments.services import entries_add
    from tournaments.services.pairing import RoundPlan, begin_play, numbered_entries, round_write

    event = event_create(
        actor=director,
        name="S",
        start=date(2026, 3, 1),
        system="swiss",
        rounds_planned=2,
        numbering="typed",
        stage_of=final,
    )
    entries = entries_add(event, actor=director, rows=[{"name": f"S{n}, Test"} for n in range(1, 5)])
    event_register(event, actor=director)
    entries_number(event, actor=director, numbers={entry.pk: n for n, entry in enumerate(entries, start=1)})
    event.refresh_from_db()
    for number, pairs in enumerate((((1, 3), (2, 4)), ((1, 2), (3, 4)))[:rounds], start=1):
        round_write(event, RoundPlan(number, pairs), numbered_entries(event))
    begin_play(event)
    for game in Game.objects.filter(round__event=event):
        record_result(game, actor=director, code="1-0", version=game.version)
    event.refresh_from_db()
    return event


def test_nobody_goes_on_while_a_round_of_the_preliminary_is_still_to_be_paired(
    final: Any, director: Any
) -> None:
    event = swiss_group(final, director, rounds=1)
    event_register(final, actor=director)
    client = Client()
    client.force_login(director)
    address = reverse("tiebreaks:qualifying", args=[final.pk])
    page = client.get(address)
    assert page.context["chosen"] == set()
    assert page.content.decode().count(" disabled>") == 4
    with pytest.raises(DomainError) as refused:
        enter(final, director, event)
    assert refused.value.code == "stage_not_over"
    public = Client().get(reverse("tiebreaks:stages", args=[final.pk])).content.decode()
    assert ">qualified<" not in public


def test_a_preliminary_is_over_after_its_last_round_or_when_it_is_finished_earlier(
    final: Any, director: Any
) -> None:
    from tournaments.services import event_finish

    whole = swiss_group(final, director, rounds=2)
    short = swiss_group(final, director, rounds=1)
    event_finish(short, actor=director)
    short.refresh_from_db()
    assert len(enter(final, director, whole, short)) == 4


def test_the_page_marks_the_rule_s_choice_enters_it_by_one_press_and_everybody_sees_it(
    final: Any, director: Any
) -> None:
    first = group("A", final, director)
    event_register(final, actor=director)
    client = Client()
    client.force_login(director)
    address = reverse("tiebreaks:qualifying", args=[final.pk])
    page = client.get(address)
    wanted = {first.entries.get(number=n).pk for n in (1, 2)}
    assert page.context["chosen"] == wanted
    assert client.post(address, {"entry": sorted(wanted)}).status_code == 302
    third = first.entries.get(number=3).pk
    refused = client.post(address, {"entry": [third], "reason": " "})
    assert refused.status_code == 422
    assert refused.context["chosen"] == {third}
    public = Client().get(reverse("tiebreaks:stages", args=[final.pk])).content.decode()
    assert "A1, Test" in public
    assert public.count('aria-label="in the final"') == 2
    assert Client().get(reverse("tiebreaks:stages", args=[first.pk])).status_code == 302


def test_the_desk_page_is_refused_to_a_foreign_official(final: Any, stranger: Any) -> None:
    client = Client()
    client.force_login(stranger)
    assert client.get(reverse("tiebreaks:qualifying", args=[final.pk])).status_code in (403, 404)


def test_a_shared_place_goes_to_all_or_to_nobody() -> None:
    from tiebreaks.qualifying import qualifying_numbers

    rows = [{"number": n, "place": place} for n, place in ((4, 1), (1, 2), (2, 2), (3, 4))]
    assert qualifying_numbers(rows, 1) == ({4}, frozenset())
    assert qualifying_numbers(rows, 2) == ({4}, {1, 2})
    assert qualifying_numbers(rows, 3) == ({4, 1, 2}, frozenset())


def test_the_form_of_a_new_event_proposes_the_main_event(final: Any, director: Any) -> None:
    client = Client()
    client.force_login(director)
    page = client.get(reverse("tournaments:event_create"), {"stage_of": final.pk})
    assert page.context["form"].initial["stage_of"] == final.pk
    empty = client.get(reverse("tiebreaks:qualifying", args=[final.pk])).content.decode()
    assert empty.count(f"?stage_of={final.pk}") == 2
