"""Who is away in which round: byes asked for and given, withdrawals, late entries."""

from dataclasses import dataclass, field

from tournaments.models import ByeRequest, Entry, Event, Seat


@dataclass(slots=True)
class Absentee:
    """A player with the rounds that he does not play: code by round; `asked` are not paired yet."""

    entry: Entry
    given: dict[int, str] = field(default_factory=dict)
    asked: dict[int, str] = field(default_factory=dict)
    first_round: int = 1

    @property
    def is_late(self) -> bool:
        """He has no place in the first paired rounds."""
        return self.first_round > 1

    def plays_on(self, round_number: int) -> bool:
        """He has not left before that round."""
        left = self.entry.withdrawn_after
        return left is None or round_number <= left

    def cells(self, rounds: int) -> list[tuple[int, str, bool]]:
        """Round, code and whether it is only asked for, for every round of the event."""
        return [
            (number, self.asked.get(number) or self.given.get(number, ""), number in self.asked)
            for number in range(1, rounds + 1)
        ]


def absentees(event: Event, last_paired: int) -> list[Absentee]:
    """Everybody with a bye, a wish, a withdrawal, or without a place in a paired round; three queries."""
    found = {
        entry.pk: Absentee(entry) for entry in event.entries.filter(number__isnull=False).order_by("number")
    }
    seated: dict[int, set[int]] = {}
    seats = Seat.objects.filter(round__event=event).values_list("entry_id", "round__number", "bye")
    for entry_id, number, bye in seats:
        seated.setdefault(entry_id, set()).add(number)
        if bye and entry_id in found:
            found[entry_id].given[number] = bye
    for entry_id, number, code in ByeRequest.objects.filter(entry__event=event).values_list(
        "entry_id", "round_number", "code"
    ):
        if number > last_paired and entry_id in found and found[entry_id].plays_on(number):
            found[entry_id].asked[number] = code
    for entry_id, absentee in found.items():
        places = seated.get(entry_id, set())
        missing = set(range(1, last_paired + 1)) - places
        if missing:
            absentee.first_round = min(places, default=last_paired + 1)
    return [
        each
        for each in found.values()
        if each.given or each.asked or each.is_late or each.entry.withdrawn_after is not None
    ]
