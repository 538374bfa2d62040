"""Compiling translation catalogues without the gettext tools; the one place that knows polib."""

from pathlib import Path

import polib


def compile_stale(folder: Path) -> list[Path]:
    """Compile each catalogue under `folder` whose .mo is missing or older than its .po; the files written.

    A new .mo appears whole or not at all, since a running portal may read it at that moment.
    """
    written = []
    for source in sorted(folder.glob("*/LC_MESSAGES/*.po")):
        target = source.with_suffix(".mo")
        if target.exists() and target.stat().st_mtime >= source.stat().st_mtime:
            continue
        draft = target.with_suffix(".part")
        polib.pofile(str(source), encoding="utf-8").save_as_mofile(str(draft))
        draft.replace(target)
        written.append(target)
    return written
