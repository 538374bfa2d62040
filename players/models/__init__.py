"""People: accounts and roles, persons, titles, and published ratings as facts."""

from players.models.access import Invitation, PersonContact, ProfileClaim, Session
from players.models.account import Account, RegionalAssignment
from players.models.merges import PersonMerge
from players.models.numbers import NumberSeries
from players.models.officers import Arbiter, ArbiterGrade, RatingOfficerTerm
from players.models.people import FederationNote, MembershipNote, Person, Region, TitleAward
from players.models.rating_lists import CurrentRating, ListedRating, RatingKind, RatingList
from players.models.transfers import Transfer

__all__ = [
    "Account",
    "Arbiter",
    "ArbiterGrade",
    "CurrentRating",
    "FederationNote",
    "Invitation",
    "ListedRating",
    "MembershipNote",
    "NumberSeries",
    "Person",
    "PersonContact",
    "PersonMerge",
    "ProfileClaim",
    "RatingKind",
    "RatingList",
    "RatingOfficerTerm",
    "Region",
    "RegionalAssignment",
    "Session",
    "TitleAward",
    "Transfer",
]
