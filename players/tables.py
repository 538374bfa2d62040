"""Pieces that tables of players share."""

from django.db.models import OuterRef, QuerySet, Subquery
from django.urls import reverse

from players.models import CurrentRating, Person


def current_rating(queryset: QuerySet[Person], kind: str) -> QuerySet[Person]:
    """The queryset with `current`: the newest published rating of the kind, or None."""
    rating = CurrentRating.objects.filter(person=OuterRef("pk"), kind=kind).values("rating")[:1]
    return queryset.annotate(current=Subquery(rating))


def person_link(person: Person) -> str:
    """The address of a profile."""
    return reverse("players:profile", args=[person.pk])
