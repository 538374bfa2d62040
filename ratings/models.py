"""Rated events, what each did to each player, and the periods that collect them."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from players.models import Person, PersonMerge, RatingKind, RatingList
from tournaments.models import Entry, Event


class Period(models.Model):
    """The time between two lists of one kind; its events make `rating_list`."""

    class State(models.TextChoices):
        OPEN = "open", _("open")
        PUBLISHED = "published", _("published")

    kind = models.CharField(_("kind"), max_length=10, choices=RatingKind.choices)
    closing_day = models.DateField(_("closing day"))
    effective_from = models.DateField(_("list in force from"))
    state = models.CharField(_("state"), max_length=10, choices=State.choices, default=State.OPEN)
    # Why there is a list on a day on which the text in force has none; empty for a list of its calendar.
    outside_reason = models.CharField(_("reason for a list outside the calendar"), max_length=300, blank=True)
    rating_list = models.OneToOneField(
        RatingList,
        verbose_name=_("list"),
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="period",
    )

    class Meta:
        verbose_name = _("rating period")
        verbose_name_plural = _("rating periods")
        ordering = ["-effective_from"]
        constraints = [
            models.UniqueConstraint(fields=["kind", "effective_from"], name="one_period_per_kind_and_day")
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} {self.effective_from.isoformat()}"


class RatedEvent(models.Model):
    """One calculation of one event, with all that fixes it: record, edition, list, engine.

    `record_sha256` names the frozen record among the stored files. A new calculation of the same event
    replaces the current one (`current` false on the old), it never adds to it.
    """

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="calculations")
    period = models.ForeignKey(
        Period,
        verbose_name=_("period"),
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="rated_events",
    )
    kind = models.CharField(_("kind"), max_length=10, choices=RatingKind.choices)
    edition = models.CharField(_("edition"), max_length=30)
    edition_sha256 = models.CharField(max_length=64)
    method = models.CharField(_("method"), max_length=20)
    record_sha256 = models.CharField(max_length=64)
    rating_list = models.ForeignKey(
        RatingList, verbose_name=_("list in force"), on_delete=models.PROTECT, null=True, related_name="+"
    )
    engine_version = models.CharField(_("engine version"), max_length=30)
    rated_at = models.DateTimeField(_("rated at"))
    rated_by_name = models.CharField(_("rated by"), max_length=120, blank=True)
    received_on = models.DateField(_("papers received on"))
    current = models.BooleanField(default=True)
    corrects = models.ForeignKey(
        "self",
        verbose_name=_("corrects"),
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="corrected_by",
    )
    # Of a correction: the first list that was made with it, and shows it.
    shown_on = models.ForeignKey(
        RatingList,
        verbose_name=_("shown on"),
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
    )
    # The calculation's players and games as flat arrays (see `ratings.engine.bulk`), for whole periods at once.
    packed = models.BinaryField(null=True, blank=True, editable=False)

    class Meta:
        verbose_name = _("rated event")
        verbose_name_plural = _("rated events")
        constraints = [
            models.UniqueConstraint(
                fields=["event"], condition=models.Q(current=True), name="one_current_calculation_per_event"
            )
        ]

    def __str__(self) -> str:
        return f"{self.event} · {self.edition}"


class RatedEntry(models.Model):
    """What one event did to one player. Exact numbers as text: `change` may be a fraction `40/3`.

    `facts` holds the inputs used (rating, K, games, birth year, flags with their source), so that the steps
    can be computed again whenever they are opened; they must equal the stored change. `first_part` is an
    unrated player's result as a part of his first rating (n, halves, opponents_sum, ru, rated_opponents),
    or empty. `number` is the start number in the record that was calculated, which may pool several stages.
    """

    rated_event = models.ForeignKey(RatedEvent, on_delete=models.PROTECT, related_name="entries")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="calculations")
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="rated_entries")
    number = models.PositiveSmallIntegerField(_("start number"), default=0)
    own_rating = models.PositiveSmallIntegerField(_("Ro"), null=True, blank=True)
    opponents_rating = models.CharField(_("Rc"), max_length=40, blank=True)
    games = models.PositiveSmallIntegerField(_("n"), default=0)
    score_halves = models.PositiveSmallIntegerField(_("w"), default=0)
    expected = models.CharField(_("we"), max_length=40, blank=True)
    k = models.PositiveSmallIntegerField(_("K"), null=True, blank=True)
    k_nominal = models.PositiveSmallIntegerField(_("K before K·n"), null=True, blank=True)
    gain = models.CharField(_("w-we"), max_length=60, default="0")
    change = models.CharField(_("change"), max_length=60, default="0")
    first_rating = models.CharField(_("Ru"), max_length=40, blank=True)
    first_part = models.JSONField(default=dict, blank=True)
    facts = models.JSONField(default=dict)
    # The correspondence method's own figures: ik_old, average, d, e, delta, protection, ik_new.
    coefficient = models.JSONField(default=dict, blank=True)

    class Meta:
        verbose_name = _("rated entry")
        verbose_name_plural = _("rated entries")
        constraints = [
            models.UniqueConstraint(fields=["rated_event", "person"], name="one_change_per_player_and_event"),
            models.UniqueConstraint(fields=["rated_event", "entry"], name="one_change_per_entry"),
        ]
        indexes = [models.Index(fields=["person", "rated_event"], name="rated_entry_by_person")]

    def __str__(self) -> str:
        return f"{self.person} {self.change}"


class ListFile(models.Model):
    """A published list in one format: stored bytes by hash, made once, never again."""

    rating_list = models.ForeignKey(RatingList, on_delete=models.PROTECT, related_name="files")
    format = models.CharField(_("format"), max_length=10)
    media_type = models.CharField(max_length=60)
    sha256 = models.CharField(_("SHA-256"), max_length=64)

    class Meta:
        verbose_name = _("file of a list")
        verbose_name_plural = _("files of lists")
        constraints = [
            models.UniqueConstraint(fields=["rating_list", "format"], name="one_file_per_list_and_format")
        ]

    def __str__(self) -> str:
        return f"{self.rating_list_id} {self.format}"


class ListCorrection(models.Model):
    """What a correction changes in a row of a list that was published before it.

    The published row stays; `after` is what it should have said, and the base of the lists that follow; `row`
    is that row whole (days as text), empty for somebody who should not have been on the list. `before` is what
    stood until then: the published figure, or that of an earlier correction. The correction is shown on
    `shown_on`, the next list published after the decision.
    """

    corrected_list = models.ForeignKey(RatingList, on_delete=models.PROTECT, related_name="corrections")
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="list_corrections")
    calculation = models.ForeignKey(
        RatedEvent, on_delete=models.PROTECT, null=True, blank=True, related_name="list_corrections"
    )
    # Of a correction that no event brought: two records were made two again after a list had shown one.
    merge = models.ForeignKey(
        PersonMerge, on_delete=models.PROTECT, null=True, blank=True, related_name="list_corrections"
    )
    shown_on = models.ForeignKey(
        RatingList, on_delete=models.PROTECT, null=True, blank=True, related_name="corrections_shown"
    )
    before = models.PositiveSmallIntegerField(_("rating before"), null=True, blank=True)
    after = models.PositiveSmallIntegerField(_("rating after"), null=True, blank=True)
    k_before = models.PositiveSmallIntegerField(null=True, blank=True)
    k_after = models.PositiveSmallIntegerField(null=True, blank=True)
    games_before = models.PositiveIntegerField(_("games in all before"), default=0)
    games_after = models.PositiveIntegerField(_("games in all after"), default=0)
    row = models.JSONField(default=dict, blank=True, editable=False)
    reason = models.TextField(_("reason"))
    decided_by_name = models.CharField(_("decided by"), max_length=120, blank=True)
    decided_at = models.DateTimeField(_("decided at"))

    class Meta:
        verbose_name = _("correction of a list")
        verbose_name_plural = _("corrections of lists")
        constraints = [
            models.UniqueConstraint(
                fields=["corrected_list", "person", "calculation"],
                name="one_correction_per_row_and_calculation",
            ),
            models.CheckConstraint(
                condition=models.Q(calculation__isnull=False) | models.Q(merge__isnull=False),
                name="correction_has_a_cause",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.person} {self.before} > {self.after}"


class MergedRating(models.Model):
    """From which list on two merged records have one row, for one kind of list, and whose figure is its base.

    `base_list` is the newest list published before the decision: it stays as it is, and the next is made of one
    row in the place of two. `shown_on` is the first list published with the merge, `undone_shown_on` the first
    published after it was undone.
    """

    merge = models.ForeignKey(PersonMerge, on_delete=models.PROTECT, related_name="merged_ratings")
    kind = models.CharField(_("kind"), max_length=10, choices=RatingKind.choices)
    survivor = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="+")
    merged = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="+")
    stands = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="+")
    base_list = models.ForeignKey(RatingList, on_delete=models.PROTECT, related_name="+")
    shown_on = models.ForeignKey(
        RatingList, on_delete=models.PROTECT, null=True, blank=True, related_name="merges_shown"
    )
    undone = models.BooleanField(default=False)
    undone_shown_on = models.ForeignKey(
        RatingList, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )

    class Meta:
        verbose_name = _("rating of merged records")
        verbose_name_plural = _("ratings of merged records")
        constraints = [
            models.UniqueConstraint(fields=["merge", "kind"], name="one_merged_rating_per_merge_and_kind")
        ]

    def __str__(self) -> str:
        return f"{self.merge} · {self.kind}"


class RatingResult(models.Model):
    """How a game is rated by a decision, while the tables show `table_code` as before.

    Of one game the last decision counts; an empty `code` says that it is rated as it stands in the table again.
    `white` and `black` are start numbers: the game is known by its round and its players.
    """

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="rating_results")
    round_number = models.PositiveSmallIntegerField(_("round"))
    board = models.PositiveSmallIntegerField(_("board"))
    white = models.PositiveSmallIntegerField(_("White"))
    black = models.PositiveSmallIntegerField(_("Black"))
    table_code = models.CharField(_("result in the table"), max_length=8)
    code = models.CharField(_("rated as"), max_length=8, blank=True)
    reason = models.TextField(_("reason"))
    decided_by_name = models.CharField(_("decided by"), max_length=120)
    decided_at = models.DateTimeField(_("decided at"))

    class Meta:
        verbose_name = _("result for ratings alone")
        verbose_name_plural = _("results for ratings alone")
        indexes = [models.Index(fields=["event", "round_number"], name="rating_result_of_event")]

    def __str__(self) -> str:
        return f"{self.event_id} {self.round_number}/{self.board} {self.code}"

    @property
    def pair(self) -> tuple[int, int, int]:
        """What the game is known by: round, start number of White, start number of Black."""
        return self.round_number, self.white, self.black
