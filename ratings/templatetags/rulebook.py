"""Links from numbers to the rules they rest on: the article of a step or finding, the edition of a page."""

from typing import Any

from django import template
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from core.templatetags.ui import day
from ratings.articles import STATUS_ICONS, STATUS_TONES, STATUS_WORDS, article_address, neighbours
from ratings.pages_articles import comparison_address
from tournaments.rulebook.articles import Article, ArticleTable
from tournaments.rulebook.editions import Edition, UnknownEdition
from tournaments.rulebook.shelf import edition as edition_of

register = template.Library()


@register.simple_tag
def article_link(article: str, edition: str, address: str = "") -> str:
    """The article as a link to what the portal says of it; plain where the edition is not known.

    `address`, where the caller has one, goes before.
    """
    url = address or (article_address(edition, article) if edition and article else "")
    return format_html('<a href="{}">{}</a>', url, article) if url else str(article)


@register.simple_tag
def step_article(step: Any, edition: str = "") -> str:
    """The article of a step of a derivation, linked."""
    return article_link(step.get("article", ""), edition, step.get("article_url", ""))


@register.simple_tag
def edition_link(key: str) -> str:
    """The key of an edition as a link to its page; plain where the portal does not have it."""
    try:
        edition_of(key)
    except UnknownEdition:
        return str(key)
    return format_html('<a href="{}">{}</a>', reverse("ratings:edition", args=[key]), key)


@register.simple_tag
def article_address_of(key: str, number: str) -> str:
    """The address of an article of another edition."""
    return article_address(key, number)


# -- heads of the pages -----------------------------------------------------------------------------------


@register.simple_tag
def article_list_head(table: ArticleTable, counts: dict[str, int]) -> dict[str, Any]:
    """Title, crumbs and the counts of a text's table."""
    return {
        "title": _("Articles of %(key)s") % {"key": table.edition},
        "subtitle": table.source,
        "crumbs": [(_("The rules, article by article"), reverse("ratings:articles"))],
        "facts": [
            {"text": f"{counts[status]} {word}", "icon": STATUS_ICONS[status]}
            for status, word in STATUS_WORDS.items()
        ],
    }


@register.simple_tag
def article_head(table: ArticleTable, article: Article) -> dict[str, Any]:
    """Title, crumbs, facts, the look of the status and the ways to the articles before and after."""
    before, after = neighbours(table, article)
    facts = [table.chapters[article.chapter]]
    if article.printed:
        facts.append(_("printed as %(number)s") % {"number": article.printed})
    return {
        "title": _("Article %(number)s") % {"number": article.number},
        "crumbs": [
            (_("The rules, article by article"), reverse("ratings:articles")),
            (table.edition, reverse("ratings:article_list", args=[table.edition])),
        ],
        "facts": facts,
        "tone": STATUS_TONES[article.status],
        "icon": STATUS_ICONS[article.status],
        "before_url": article_address(table.edition, before.number) if before else "",
        "after_url": article_address(table.edition, after.number) if after else "",
    }


@register.simple_tag
def edition_head(found: Edition, unverified: int) -> dict[str, Any]:
    """Crumbs and facts of an edition."""
    day_after = _("in force for events from %(first)s") % {"first": day(found.effective_from)}
    if found.effective_until:
        day_after = _("in force for events from %(first)s to %(last)s") % {
            "first": day(found.effective_from),
            "last": day(found.effective_until),
        }
    facts: list[Any] = [day_after]
    if unverified:
        words = ngettext("%(count)s value not verified", "%(count)s values not verified", unverified)
        facts.append({"text": words % {"count": unverified}, "icon": "circle-question-mark"})
    comparison = comparison_address(found.regulation)
    return {"crumbs": [(_("Editions side by side"), comparison)], "facts": facts}


@register.simple_tag
def editions_head() -> dict[str, Any]:
    """Title and crumbs of the comparison."""
    return {
        "title": _("Editions side by side"),
        "crumbs": [(_("The rules, article by article"), reverse("ratings:articles"))],
    }
