"""Why a TRF file is refused: every error, with its line, its column and what to do next."""

from dataclasses import dataclass

from tournaments.record.findings import Finding, text
from tournaments.record.sentences import HINTS
from tournaments.rulebook.explained import Input


@dataclass(frozen=True, slots=True)
class TrfError:
    """One reason against a file; `column` counts characters from 1, None where the whole line is meant."""

    finding: Finding
    column: int | None = None

    @property
    def line(self) -> int | None:
        """The line of the file, from 1; None where the whole file is meant."""
        return self.finding.lines[0] if self.finding.lines else None

    @property
    def code(self) -> str:
        """The stable code of the error."""
        return self.finding.code

    @property
    def message(self) -> str:
        """The English sentence."""
        return text(self.finding)

    @property
    def hint(self) -> str:
        """The next step, in English; empty where there is none."""
        return HINTS.get(self.finding.code, "")


class TrfRefused(ValueError):
    """The file is refused as a whole; `errors` holds all reasons in the order of the lines."""

    def __init__(self, errors: tuple[TrfError, ...], findings: tuple[Finding, ...] = ()) -> None:
        self.errors = tuple(sorted(errors, key=lambda error: (error.line or 0, error.column or 0)))
        self.findings = findings
        super().__init__("\n".join(error.message for error in self.errors))


@dataclass(slots=True)
class Remarks:
    """What the reader gathers on its way: errors that refuse the file, findings that do not."""

    errors: list[TrfError]
    findings: list[Finding]

    def error(
        self,
        code: str,
        *lines: int,
        column: int | None = None,
        round_number: int | None = None,
        players: tuple[int, ...] = (),
        codes: tuple[str, ...] = (),
        key: str = "",
        **inputs: Input,
    ) -> None:
        """Note a reason against the file."""
        found = Finding(
            "refusal", code, key, "", inputs, round_number, None, players, codes, lines, column=column
        )
        self.errors.append(TrfError(found, column))

    def note(self, finding: Finding) -> None:
        """Note something that does not refuse the file."""
        self.findings.append(finding)
