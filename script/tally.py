"""Adds up the test runs: one line for each, then the sum. Ends with 1 when a test or a check failed.

usage: tally.py FAILED_CHECKS_AND_RUNS REPORT.xml...
"""

import sys
from pathlib import Path
from xml.etree import ElementTree

WORDS = ("passed", "failed", "errors", "skipped")


def counts(report: Path) -> dict[str, int]:
    """Passed, failed, errors and skipped of one run; a run that left no report is one error."""
    try:
        suite = ElementTree.parse(report).getroot().find("testsuite")
    except (OSError, ElementTree.ParseError):
        suite = None
    if suite is None:
        return {"passed": 0, "failed": 0, "errors": 1, "skipped": 0}
    failed, errors, skipped = (int(suite.get(name, 0)) for name in ("failures", "errors", "skipped"))
    passed = int(suite.get("tests", 0)) - failed - errors - skipped
    return {"passed": passed, "failed": failed, "errors": errors, "skipped": skipped}


def in_words(told: dict[str, int]) -> str:
    """`12 passed, 0 failed, 3 skipped`; errors only where there are some."""
    return ", ".join(f"{told[word]} {word}" for word in WORDS if told[word] or word in {"passed", "failed"})


def main() -> int:
    """Print the lines and return the exit code."""
    unmet = int(sys.argv[1])
    runs = {Path(name).stem: counts(Path(name)) for name in sys.argv[2:]}
    for name, told in runs.items():
        print(f"{name}: {in_words(told)}")
    total = {word: sum(told[word] for told in runs.values()) for word in WORDS}
    if not total["passed"] and not total["failed"] and not total["errors"]:
        print("No test was chosen.")
        return 5
    print(in_words(total))
    return 1 if unmet or total["failed"] or total["errors"] else 0


if __name__ == "__main__":
    sys.exit(main())
