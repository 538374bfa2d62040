"""Files of articles: what they may hold, how one takes over from another, how citations are read."""

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from tournaments.rulebook.articles import ArticleTable, citing, load_tables
from tournaments.rulebook.comparison import compare, described, value_text
from tournaments.rulebook.editions import EditionFileError
from tournaments.rulebook.shelf import edition, editions

HEAD = """edition = "{key}"
source = "Laws"
chapter = [{{ number = "1", title = "Play" }}, {{ number = "table", title = "Tables" }}]
"""
DONE = """
[[article]]
number = "1.1"
summary = "Play"
status = "implemented"
functions = ["math.floor"]
cases = ["X01"]
"""
REFUSED = '\n[[article]]\nnumber = "1.2"\nsummary = "More"\nstatus = "refused"\nwhy = "Too much."\n'

Load = Callable[..., Mapping[str, ArticleTable]]


@pytest.fixture
def load(tmp_path: Path) -> Load:
    """Loads files from their texts, by key; the head is put before each."""

    def from_texts(**texts: str) -> Mapping[str, ArticleTable]:
        paths = []
        for key, text in texts.items():
            path = tmp_path / f"{key}.toml"
            path.write_text(HEAD.format(key=key) + text, encoding="utf-8")
            paths.append(path)
        return load_tables(paths)

    return from_texts


def test_a_table_has_its_articles_in_the_order_of_the_text(load: Load) -> None:
    table = load(one=DONE + REFUSED)["one"]
    assert list(table.articles) == ["1.1", "1.2"]
    assert table.articles["1.1"].functions == ("math.floor",)
    assert (table.articles["1.2"].status, table.articles["1.2"].why) == ("refused", "Too much.")


def test_a_citation_finds_its_articles_and_tells_what_is_missing(load: Load) -> None:
    table = load(one=DONE + REFUSED)["one"]
    assert [article.number for article in table.find("1.2, 1.1")] == ["1.2", "1.1"]
    assert table.find("1.2 and 1.2") == (table.articles["1.2"],)
    assert table.missing("1.1, 1.9") == ("1.9",)
    assert table.find("unplayed games") == ()


def test_an_article_taken_over_keeps_what_is_not_said_again(load: Load) -> None:
    own = '\n[[article]]\nnumber = "1.1"\nas_in = "one"\nsummary = "Play on"\n'
    tables = load(one=DONE + REFUSED, two=own + '\n[[article]]\nnumber = "1.2"\nanalogy = "one"\n')
    taken, standing_in = tables["two"].articles.values()
    assert (taken.summary, taken.functions, taken.analogy) == ("Play on", ("math.floor",), "")
    assert (standing_in.status, standing_in.why, standing_in.analogy) == ("refused", "Too much.", "one")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (DONE.replace("implemented", "planned"), "status"),
        (DONE.replace('functions = ["math.floor"]\n', ""), "names a function"),
        (DONE.replace('cases = ["X01"]\n', ""), "case or test"),
        (DONE.replace('summary = "Play"\n', ""), "summary"),
        (DONE + DONE, "stands twice"),
        (DONE.replace("1.1", "7.1"), "no chapter"),
        (DONE + 'colour = "green"\n', "colour"),
        (REFUSED.replace('why = "Too much."\n', ""), "says why"),
        (REFUSED + 'functions = ["math.floor"]\n', "names no function"),
        ('\n[[article]]\nnumber = "1.1"\nas_in = "nowhere"\n', "nowhere has no article 1.1"),
        ("\n[[article]]\nnumber = \n", "one.toml"),
    ],
)
def test_a_file_that_says_too_little_or_too_much_is_refused(load: Load, text: str, says: str) -> None:
    with pytest.raises(EditionFileError, match=says):
        load(one=text)


def test_a_file_that_carries_another_key_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "other.toml"
    path.write_text(HEAD.format(key="one"), encoding="utf-8")
    with pytest.raises(EditionFileError, match="not the name of the file"):
        load_tables([path])


def test_parameters_are_found_by_the_article_they_rest_on() -> None:
    found = citing(edition("fide-2004"), "6.42")
    assert {parameter.name: parameter.value for parameter in found}["rated_opponents_needed"] == 3
    assert citing(edition("fide-2004"), "6.4299") == ()


def test_a_comparison_has_a_row_for_each_parameter_and_a_gap_where_a_text_is_silent() -> None:
    found = editions("fide-rating")
    rows = {row.described.name: row for row in compare(found)}
    named = {name for item in found for name in item.parameters}
    assert set(rows) == named
    keys = [item.key for item in found]
    limit = dict(zip(keys, rows["k_games_limit"].parameters, strict=True))
    assert limit["fide-2004"] is None
    assert limit["fide-2024"] is not None
    assert limit["fide-2024"].integer == 700
    cap = [parameter and parameter.value for parameter in rows["gap_cap"].parameters]
    assert cap[:3] == [350, 350, 400]


@pytest.mark.parametrize("regulation", sorted({item.regulation for item in editions()}))
def test_every_parameter_of_every_edition_can_be_shown(regulation: str) -> None:
    names = {about.name for about in described(regulation)}
    for item in editions(regulation):
        assert set(item.parameters) <= names
        assert all(value_text(parameter.value) for parameter in item.parameters.values())
