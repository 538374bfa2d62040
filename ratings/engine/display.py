"""How a rating is printed where an edition prints it otherwise than as it is."""

from ratings.engine.errors import UnknownPolicyError
from tournaments.rulebook.editions import Edition


def shown_rating(edition: Edition, rating: int | None) -> str:
    """A rating as the edition shows it; nothing for an unrated player.

    By 15.0c of the text of 2004 a rapid rating has its first three digits, to tell it from a standard one;
    it is computed with all four.
    """
    if rating is None:
        return ""
    rule = edition.get("display")
    if rule is None:
        return str(rating)
    if rule.text != "first_three_digits":
        raise UnknownPolicyError(f"{edition.key}: no rule {rule.text!r} for showing ratings.")
    return str(rating)[:3]
