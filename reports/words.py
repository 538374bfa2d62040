"""The words of the printed forms, by the keys that the sheets use. Filled in and translated at the edge."""

from collections.abc import Mapping
from datetime import date
from types import MappingProxyType
from typing import Any

from django.utils.formats import date_format
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from ratings.norm_sentences import objection_words
from reports.sheets.model import Difference, Fact, NormReached, PlayOffGame, PlayOffLine, Sentence
from reports.words_correspondence import MISSING as MISSING_BY_POST
from reports.words_correspondence import inputs_in_words
from tournaments.models import Event
from tournaments.words import norm_points, norm_words

FORMS: Mapping[str, Any] = MappingProxyType(
    {
        "form_1": _("Form 1 · Final table of a round robin"),
        "form_2": _("Form 2 · Final table of a Swiss tournament"),
        "form_3": _("Form 3 · Final table of a team tournament"),
        "final_table": _("Final table of a correspondence tournament"),
        "computer_table": _("Computer table for ratings"),
        "it3": _("IT3 · Tournament report"),
        "it1": _("IT1 · Title norm"),
        "start_list": _("Start list of a correspondence tournament"),
    }
)

HEAD: Mapping[str, Any] = MappingProxyType(
    {
        "group_code": _("Group"),
        "start": _("First day of play"),
        "end": _("Last day of play"),
        "city": _("Place"),
        "federation": _("Federation"),
        "region": _("Region"),
        "system": _("System"),
        "rounds": _("Rounds"),
        "rate_of_play": _("Rate of play"),
        "chief_arbiter": _("Chief arbiter"),
        "deputies": _("Deputy arbiters"),
        "organiser": _("Organiser"),
        "registration_number": _("Registration number"),
        "rating_edition": _("Rated by"),
        "rating_list": _("List in force"),
        "norms": _("Norms"),
    }
)

NOTES: Mapping[str, Any] = MappingProxyType(
    {
        "signs": _(
            "Unplayed games: + a point, = half a point, − no point was given. Below, start number (round)."
        ),
        "bye_allocated": _("Allocated bye: %(players)s"),
        "bye_full": _("Full-point bye: %(players)s"),
        "bye_half": _("Half-point bye asked for: %(players)s"),
        "bye_zero": _("Absent: %(players)s"),
        "forfeit_nobody_won": _("Won by forfeit, the opponent is not named: %(players)s"),
        "forfeit_nobody_lost": _("Lost by forfeit, the opponent is not named: %(players)s"),
        "forfeit": _("Forfeited games: %(players)s"),
        "penalty": _("Score set by the arbiter as a penalty: %(players)s"),
        "adjudicated": _("Adjudicated games: %(players)s"),
        "not_rated": _("Played, not rated: %(players)s"),
        "withdrawn": _("Withdrawn after the round in brackets: %(players)s"),
        "did_not_play": _("Members of teams who did not play: %(players)s"),
        "match_forfeit": _("Matches that were not played: %(matches)s"),
        "team_byes": _("Teams without an opponent, with points for it: %(teams)s"),
        "difference_name": _(
            "%(number)s %(name)s: the list in force has the name %(listed)s. %(explanation)s"
        ),
        "difference_title": _(
            "%(number)s %(name)s: title %(written)s, in the list in force %(listed)s. %(explanation)s"
        ),
        "difference_federation": _(
            "%(number)s %(name)s: federation %(written)s, in the list in force %(listed)s. %(explanation)s"
        ),
        "difference_birth": _(
            "%(number)s %(name)s: born %(written)s, in the list in force %(listed)s. %(explanation)s"
        ),
        "difference_rating": _(
            "%(number)s %(name)s: rating %(written)s, in the list in force %(listed)s. %(explanation)s"
        ),
        "computer_columns": _(
            "Rar: mean of the rated opponents met, a whole number. n: games that count. W: points in them. "
            "W − We: change of the rating before K."
        ),
        "computer_unrated": _(
            "Unrated players: Rar is 0 for who met fewer than %(least)s rated opponents; from there on Ru is printed, "
            "also below the lowest rating of the list."
        ),
        "computer_least_chosen": _(
            "The text of %(edition)s does not give that number; %(least)s is taken by analogy with 6.42."
        ),
        "computer_ru_not_counted": _("*: this Ru does not enter a first rating."),
        "computer_approved": _("The program was approved on %(on)s by %(by)s."),
        "computer_not_approved": _(
            "No approval of the program is recorded; a federation has it tested by the rating administrator first."
        ),
        "left": _("Left the event: %(players)s"),
        "substitutes": _(
            "Main player / substitute, with the number of games of each, which are counted apart (RACC 3.4): "
            "%(players)s"
        ),
    }
)

MISSING: Mapping[str, Any] = MappingProxyType(
    {
        "team_names": _("These teams have no name: numbers %(teams)s."),
        "teamless": _("These players are in no team: numbers %(players)s."),
        "differences": _(
            "These players differ from the list in force, and nobody has said why: numbers %(players)s."
        ),
        "name": _("The event has no name."),
        "start": _("The first day of play is missing."),
        "end": _("The last day of play is missing."),
        "rate_of_play": _("The rate of play is missing."),
        "names": _("These players have no name: numbers %(players)s."),
        "federations": _("The federation of these players is missing: numbers %(players)s."),
        "open_boards": _("These boards have no result (round/board): %(boards)s."),
        "no_games": _("The event has no games."),
        "colours": _("It is not known who had White in rounds %(rounds)s."),
        "it1_arbiter": _("The chief arbiter is missing."),
        "it1_arbiter_id": _("The FIDE ID of the chief arbiter is missing."),
        "it1_confirming": _("The federation that confirms the norm is missing."),
        "it3_federation": _("The federation that holds the event is missing."),
        "it3_country": _("The country is missing."),
        "it3_city": _("The place is missing."),
        "it3_organiser": _("The organiser is missing."),
        "it3_organiser_contact": _("The organiser's contact is missing."),
        "it3_rounds": _("The number of rounds is missing."),
        "it3_rounds_a_day": _("How many rounds were played a day is missing."),
        "it3_system": _("The system of the event is missing."),
        "it3_pairing": _("It is not said whether the pairing was manual or by computer."),
        "it3_paired_by": _("It is not said who paired, or which program and version."),
        "it3_grid_total": _(
            "The grid counts %(counted)s rated and unrated players, the list has %(players)s."
        ),
        "it3_grid_federations": _("The grid does not add up: players without a federation: %(without)s."),
        "it3_arbiter": _("The chief arbiter is missing."),
        "it3_arbiter_contact": _("The chief arbiter's contact is missing."),
        "it3_deputies": _("%(players)s players demand %(needed)s deputies; %(named)s are named."),
    }
)

SENTENCES: Mapping[str, Any] = MappingProxyType({**NOTES, **MISSING, **MISSING_BY_POST})

ROLES: Mapping[str, Any] = MappingProxyType(
    {
        "arbiter": _("Chief arbiter"),
        "region": _("Regional representative"),
        "rating_officer": _("Rating officer of the federation"),
    }
)

REASONS: Mapping[str, Any] = MappingProxyType(
    {
        "arbiter": _("The final table is complete and true."),
        "region": _("The final table is certified."),
        "rating_officer": _("The final table is certified."),
    }
)


FAULTS: Mapping[str, Any] = MappingProxyType(
    {
        "not_opened": _("The passphrase does not open this file, or it is no PKCS#12 file."),
        "no_key": _("The file holds no private key with its certificate."),
        "wrong_kind": _("The key is neither on a curve P-256 to P-521 nor RSA of 2048 bits or more."),
        "usage": _(
            "The certificate is not made for signing documents (digital signature and content commitment)."
        ),
        "not_yet": _("The certificate is valid only from %(told)s."),
        "expired": _("The certificate ended on %(told)s."),
        "no_name": _("The certificate names nobody."),
        "no_chain": _(
            "The authority of this key is not trusted here: %(told)s. The federation's office can add it."
        ),
        "not_an_authority": _("This is not the certificate of a root authority."),
        "unreadable": _("The file is no certificate, or no list of revoked keys, in PEM or DER."),
    }
)


def sentence(item: Sentence) -> str:
    """A note or missing part in the language of the moment; KeyError for a key without words."""
    if item.key.startswith("norm."):
        return objection_words(item.key, item.inputs)
    template = SENTENCES[item.key]
    return str(template) % inputs_in_words(item.inputs, printed_day) if item.inputs else str(template)


DIFFERENCES: Mapping[str, Any] = MappingProxyType(
    {
        "name": _("%(number)s %(name)s: the list has the name %(listed)s"),
        "title": _("%(number)s %(name)s: title %(written)s, in the list %(listed)s"),
        "federation": _("%(number)s %(name)s: federation %(written)s, in the list %(listed)s"),
        "birth": _("%(number)s %(name)s: born %(written)s, in the list %(listed)s"),
        "rating": _("%(number)s %(name)s: rating %(written)s, in the list %(listed)s"),
    }
)


def difference_words(item: Difference) -> str:
    """A difference to the list in force that wants an explanation, in the language of the moment."""
    said = {
        "number": item.number,
        "name": item.name,
        "written": item.written or "–",
        "listed": item.listed or "–",
    }
    return str(DIFFERENCES[item.part]) % said


def norm_sentence(item: NormReached) -> str:
    """A norm with its points and everybody who reached it, in the language of the moment."""
    said = {
        "norm": norm_words(item.category),
        "points": norm_points(item.points, item.games),
        "players": "; ".join(item.players),
    }
    if not item.players:
        return _now("Norm of %(norm)s, %(points)s: nobody") % said
    return _now("Norm of %(norm)s, %(points)s: %(players)s") % said


def play_off_sentences(item: PlayOffLine) -> list[str]:
    """A play-off in three sentences: the places and why, the games, and which of them are rated."""
    places = "; ".join(f"{place} {name}" for place, name in item.places)
    games = "; ".join(f"{white} – {black} {_result(game)}" for white, black, game in item.games)
    said = [
        _now(
            "Places decided in a play-off after the last round (%(article)s), whatever the tie-breaks say: "
            "%(places)s."
        )
        % {"article": item.article, "places": places},
        _now("Games of the play-off: %(games)s.") % {"games": games},
    ]
    if item.left_out:
        said.append(_now("Games faster than the rate that is rated are left out of the ratings (1.2)."))
    if item.rated_rounds:
        rounds = ", ".join(map(str, item.rated_rounds))
        said.append(
            _now(
                "Games at a rate that is rated count with the event (30.5.7, 6.2): rounds %(rounds)s of the record."
            )
            % {"rounds": rounds}
        )
    return said


def _result(game: PlayOffGame) -> str:
    text = f"{game.result.replace('1/2', '½')} ({game.rate}"
    if game.moves is not None:
        count = ngettext("%(count)s move", "%(count)s moves", game.moves) % {"count": game.moves}
        text += f", {count}"
    return f"{text})"


def fact(item: Fact) -> tuple[str, str]:
    """A line of the head: label and value in the language of the moment."""
    if isinstance(item.value, date):
        value = printed_day(item.value)
    elif item.key == "system":
        value = str(dict(Event.System.choices).get(item.value, item.value))
    else:
        value = item.value
    return str(HEAD[item.key]), value


def printed_day(day: date) -> str:
    """A day as a document prints it, the month as a word: a number could be read in two ways."""
    return date_format(day, "j E Y")
