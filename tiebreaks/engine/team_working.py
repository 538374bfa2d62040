"""The count of a team event by one of its two scores, with the other and the boards at hand."""

from typing import Literal

from tiebreaks.engine.errors import TieBreakError
from tiebreaks.engine.field import Field
from tiebreaks.engine.grammar import TieBreak
from tiebreaks.engine.team_facts import Reference
from tiebreaks.engine.team_field import TeamFields
from tiebreaks.engine.working import Working
from tournaments.rulebook.editions import Edition

# Whose points multiply the opponents' scores in a Sonneborn-Berger that names no score of its own.
MULTIPLIED = ("score_by_score", "score_by_game_points")


class TeamWorking(Working):
    """A count of teams by match points or game points.

    `reference` is the score of this count, `primary` the one that ranks first. `scored_by` is the score whose
    points multiply the opponents' (13.2); None where the edition decides.
    """

    units: Literal["players", "teams"] = "teams"

    def __init__(
        self,
        teams: TeamFields,
        reference: Reference,
        primary: Reference,
        edition: Edition,
        unplayed: Edition,
        scored_by: Reference | None = None,
    ) -> None:
        super().__init__(teams.by(reference), edition, unplayed)
        self.teams, self.reference, self.primary, self.scored_by = teams, reference, primary, scored_by
        self._others: dict[tuple[Reference, Reference | None], TeamWorking] = {(reference, scored_by): self}

    @property
    def secondary(self) -> Reference:
        """The score that is not the primary one (13.1)."""
        return "GP" if self.primary == "MP" else "MP"

    def by(self, reference: Reference, scored_by: Reference | None = None) -> "TeamWorking":
        """The count by one score, and the points by another; made once."""
        key = (reference, scored_by)
        if key not in self._others:
            made = TeamWorking(
                self.teams, reference, self.primary, self.edition, self.unplayed, scored_by=scored_by
            )
            made._others = self._others
            self._others[key] = made
        return self._others[key]

    def referring(self, tie_break: TieBreak) -> "TeamWorking":
        """The count by the score that a tie-break names; the primary one where it names none (13)."""
        return (
            self.by("MP" if tie_break.reference == "MP" else "GP")
            if tie_break.reference
            else self.by(self.primary)
        )

    @property
    def scored(self) -> Working:
        """The count whose points multiply the opponents' scores in Sonneborn-Berger."""
        if self.scored_by is not None:
            return self if self.scored_by == self.reference else self.by(self.scored_by)
        policy = self.edition["team_sonneborn_berger"].text
        if policy not in MULTIPLIED:
            raise TieBreakError(
                f"{self.edition.key}: the policy {policy!r} of team_sonneborn_berger is unknown."
            )
        return self if policy == "score_by_score" or self.reference == "GP" else self.by("GP")

    def article(self, name: str) -> str:
        """The article of a tie-break for teams, where the text has one of its own."""
        return str(self.edition["team_criteria"].table.get(name, "")) or super().article(name)

    def on(self, field: Field) -> Working:
        """The same count of another field of this score."""
        if self.reference == "MP":
            teams = TeamFields(field, self.teams.by_game, self.teams.boards, self.teams.size)
        else:
            teams = TeamFields(self.teams.by_match, field, self.teams.boards, self.teams.size)
        return TeamWorking(teams, self.reference, self.primary, self.edition, self.unplayed, self.scored_by)


def team_working(working: Working) -> TeamWorking:
    """The count as one of teams; raises TieBreakError for one of players."""
    if not isinstance(working, TeamWorking):
        raise TieBreakError("This tie-break ranks teams.", hint="Open the team standings.")
    return working
