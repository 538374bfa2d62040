"""Feeds are Atom that every reader parses, and what people wrote stays text."""

from xml.etree import ElementTree

from core.feeds import AtomFeed

ATOM = "{http://www.w3.org/2005/Atom}"


def test_a_reason_with_signs_of_html_is_read_as_it_was_written() -> None:
    reason = "rating < 2000 & <b>no</b> title\x0b"
    feed = AtomFeed(title="Corrections", link="/", description="")
    feed.add_item(title="a < b", link="/1/", description=reason)
    entry = ElementTree.fromstring(feed.writeString("utf-8")).find(f"{ATOM}entry")
    summary = entry.find(f"{ATOM}summary")
    # A reader that takes the summary as HTML, as the feed says, sees the sentence.
    assert summary.get("type") == "html"
    assert summary.text == "rating &lt; 2000 &amp; &lt;b&gt;no&lt;/b&gt; title"
    assert entry.find(f"{ATOM}title").text == "a < b"


def test_an_entry_without_words_has_no_summary() -> None:
    feed = AtomFeed(title="Corrections", link="/", description="")
    feed.add_item(title="one", link="/1/", description=None)
    assert ElementTree.fromstring(feed.writeString("utf-8")).find(f".//{ATOM}summary") is None
