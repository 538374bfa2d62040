"""Reports (frozen records with their documents), signatures, and the keys that make them."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from reports.models.received import ReceivedPapers
from reports.sheets.signatures import MAIN_SHEETS, signature_fields
from tournaments.models import Category, Entry, Event

ENDED_STATES = ("returned", "superseded")


class ReportQuerySet(models.QuerySet["Report"]):
    """Reports by what they are to their event."""

    def main(self) -> "ReportQuerySet":
        """The final tables alone: what is meant by the report of an event."""
        return self.filter(sheet__in=MAIN_SHEETS)

    def live(self) -> "ReportQuerySet":
        """Those that stand: neither returned nor superseded."""
        return self.exclude(state__in=ENDED_STATES)


class Report(models.Model):
    """A version of a document that is handed in and signed: what was frozen, and the paper made from it.

    The main sheet is the final table of the event. Other papers go with it (`accompanies`): computer table, IT3,
    an IT1 for each norm of an applicant (`entry`, `title`); a start list comes before there is a final table.
    The hashes name stored files: the record, and beside it the canonical JSON of everything else that is printed
    (`standings_sha256`, whatever the sheet). `pdf_sha256` is the newest state of the document (unsigned, once
    signed, twice signed); the unsigned bytes keep their own hash. `number` counts the versions of the same paper.
    """

    class Sheet(models.TextChoices):
        FORM_1 = "form_1", _("Form 1 (round robin)")
        FORM_2 = "form_2", _("Form 2 (Swiss)")
        FORM_3 = "form_3", _("Form 3 (team)")
        FINAL_TABLE = "final_table", _("correspondence final table")
        COMPUTER_TABLE = "computer_table", _("computer table")
        IT3 = "it3", _("IT3 (tournament report)")
        IT1 = "it1", _("IT1 (title norm)")
        START_LIST = "start_list", _("correspondence start list")

    class State(models.TextChoices):
        FROZEN = "frozen", _("being rendered")
        RENDERED = "rendered", _("ready for the arbiter's signature")
        CERTIFIED = "certified", _("signed by the arbiter")
        COUNTERSIGNED = "countersigned", _("signed by all")
        RETURNED = "returned", _("returned")
        SUPERSEDED = "superseded", _("superseded")

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="reports")
    number = models.PositiveSmallIntegerField(_("version"))
    sheet = models.CharField(_("form"), max_length=14, choices=Sheet.choices)
    state = models.CharField(_("state"), max_length=14, choices=State.choices, default=State.FROZEN)
    event_version = models.PositiveIntegerField()
    record_sha256 = models.CharField(max_length=64)
    standings_sha256 = models.CharField(max_length=64, blank=True)
    unsigned_sha256 = models.CharField(max_length=64, blank=True)
    pdf_sha256 = models.CharField(max_length=64, blank=True)
    code = models.CharField(_("document number"), max_length=16, unique=True)
    unusual = models.TextField(_("unusual circumstances"), blank=True)
    place = models.CharField(_("place of signing"), max_length=120, blank=True)
    created_at = models.DateTimeField(_("frozen at"), auto_now_add=True)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    language = models.CharField(_("language of the document"), max_length=5, default="en")
    # Where the signature fields stand: name -> page and box in points, as the layout computed them.
    fields = models.JSONField(default=dict, blank=True, editable=False)
    pages = models.PositiveSmallIntegerField(_("pages"), default=0)
    job_id = models.UUIDField(null=True, blank=True)
    supersedes = models.ForeignKey(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="superseded_by"
    )
    accompanies = models.ForeignKey(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="papers"
    )
    entry = models.ForeignKey(
        Entry, on_delete=models.PROTECT, null=True, blank=True, related_name="norm_papers"
    )
    title = models.CharField(_("title sought"), max_length=3, blank=True)
    # The papers by post or e-mail from which it was handed in for an arbiter without an account.
    received_papers = models.ForeignKey(
        ReceivedPapers, on_delete=models.PROTECT, null=True, blank=True, related_name="reports"
    )

    objects = ReportQuerySet.as_manager()

    class Meta:
        verbose_name = _("report")
        verbose_name_plural = _("reports")
        ordering = ["-number"]
        constraints = [
            models.UniqueConstraint(
                fields=["event", "number"], condition=Q(sheet__in=MAIN_SHEETS), name="report_number_once"
            ),
            models.UniqueConstraint(
                fields=["event", "sheet", "number"],
                condition=~Q(sheet__in=MAIN_SHEETS) & Q(entry__isnull=True),
                name="paper_number_once",
            ),
            models.UniqueConstraint(
                fields=["event", "sheet", "entry", "title", "number"],
                condition=Q(entry__isnull=False),
                name="norm_paper_number_once",
            ),
            models.UniqueConstraint(
                fields=["event"],
                condition=Q(sheet__in=MAIN_SHEETS) & ~Q(state__in=ENDED_STATES),
                name="one_live_report_per_event",
            ),
            models.UniqueConstraint(
                fields=["event", "sheet"],
                condition=~Q(sheet__in=MAIN_SHEETS) & Q(entry__isnull=True) & ~Q(state__in=ENDED_STATES),
                name="one_live_paper_per_event",
            ),
            models.UniqueConstraint(
                fields=["event", "sheet", "entry", "title"],
                condition=Q(entry__isnull=False) & ~Q(state__in=ENDED_STATES),
                name="one_live_norm_paper",
            ),
            models.CheckConstraint(
                condition=Q(sheet="it1", entry__isnull=False) | (~Q(sheet="it1") & Q(entry__isnull=True)),
                name="norm_paper_has_an_applicant",
            ),
            models.CheckConstraint(
                condition=Q(sheet__in=(*MAIN_SHEETS, "start_list"), accompanies__isnull=True)
                | (~Q(sheet__in=(*MAIN_SHEETS, "start_list")) & Q(accompanies__isnull=False)),
                name="paper_accompanies_a_report",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.event} · {self.number}"

    @property
    def is_signed(self) -> bool:
        """Somebody signed it, by key or on paper."""
        return self.pdf_sha256 != self.unsigned_sha256 or bool(self.paper_signatures.all())  # type: ignore[attr-defined]

    @property
    def is_main(self) -> bool:
        """It is the final table of its event, not a paper that goes with it."""
        return self.sheet in MAIN_SHEETS

    @property
    def named(self) -> str:
        """The kind of paper, of an IT1 with title and applicant; reads the entry of those."""
        kind = self.get_sheet_display()
        return f"{kind} · {self.title} {self.entry.name}" if self.entry is not None else kind

    @property
    def stands(self) -> bool:
        """It is neither returned nor superseded."""
        return self.state not in ENDED_STATES

    @property
    def roles(self) -> tuple[str, ...]:
        """The roles that sign it, in the order of signing."""
        return tuple(field.role for field in signature_fields(self.sheet))  # type: ignore[arg-type]


class Role(models.TextChoices):
    """In which capacity somebody signs."""

    ARBITER = "arbiter", _("chief arbiter")
    REGION = "region", _("regional representative")
    RATING_OFFICER = "rating_officer", _("rating officer")


class TrustedRoot(models.Model):
    """The root of another authority whose certificates the federation accepts, and its list of revoked keys."""

    name = models.CharField(_("authority"), max_length=200)
    sha256 = models.CharField(_("fingerprint"), max_length=64, unique=True)
    certificate_pem = models.TextField()
    revocation_list = models.BinaryField(default=b"", blank=True)
    not_after = models.DateTimeField(_("valid until"))
    added_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    added_at = models.DateTimeField(_("trusted since"), auto_now_add=True)
    withdrawn_at = models.DateTimeField(_("not trusted since"), null=True, blank=True)
    note = models.CharField(_("reason"), max_length=200, blank=True)

    class Meta:
        verbose_name = _("trusted authority")
        verbose_name_plural = _("trusted authorities")
        ordering = ["name", "pk"]

    def __str__(self) -> str:
        return self.name


class SigningKey(models.Model):
    """A certificate of an account with its private key, encrypted twice; the passphrase is never stored.

    `role` is the capacity for which it was issued, empty for any that its owner has. `chain_pem` holds the
    certificates between it and the root; `root` is that of another authority, for a key that was brought along.
    """

    class Source(models.TextChoices):
        OWN = "own", _("made by the portal")
        IMPORTED = "imported", _("brought along")

    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="signing_keys"
    )
    common_name = models.CharField(_("name in the certificate"), max_length=120)
    serial = models.CharField(_("serial number"), max_length=64, unique=True)
    role = models.CharField(_("role"), max_length=15, choices=Role.choices, blank=True)
    source = models.CharField(_("source"), max_length=8, choices=Source.choices, default=Source.OWN)
    issuer = models.CharField(_("issued by"), max_length=200, blank=True)
    root = models.ForeignKey(
        TrustedRoot, on_delete=models.PROTECT, null=True, blank=True, related_name="keys"
    )
    certificate_pem = models.TextField()
    chain_pem = models.TextField(blank=True)
    sealed_pkcs12 = models.BinaryField()
    not_before = models.DateTimeField(_("valid from"))
    not_after = models.DateTimeField(_("valid until"))
    revoked_at = models.DateTimeField(_("revoked at"), null=True, blank=True)
    revocation_reason = models.CharField(_("reason"), max_length=200, blank=True)

    class Meta:
        verbose_name = _("signing key")
        verbose_name_plural = _("signing keys")
        ordering = ["-not_before"]

    def __str__(self) -> str:
        return f"{self.common_name} · {self.serial}"


class Signature(models.Model):
    """A signature on a report: who, in which role, when, with which key, over which bytes."""

    Role = Role

    report = models.ForeignKey(Report, on_delete=models.PROTECT, related_name="signatures")
    role = models.CharField(_("role"), max_length=15, choices=Role.choices)
    account = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    key = models.ForeignKey(SigningKey, on_delete=models.PROTECT, related_name="signatures")
    name = models.CharField(_("name"), max_length=120)
    signed_at = models.DateTimeField(_("signed at"))
    before_sha256 = models.CharField(max_length=64)
    after_sha256 = models.CharField(max_length=64)
    # The PAdES level: B-B, B-T with a time stamp, B-LT with what a check needs years later.
    level = models.CharField(_("kind"), max_length=4, blank=True)

    class Meta:
        verbose_name = _("signature")
        verbose_name_plural = _("signatures")
        ordering = ["signed_at"]
        constraints = [models.UniqueConstraint(fields=["report", "role"], name="one_signature_per_role")]

    def __str__(self) -> str:
        return f"{self.name} · {self.report}"


class PaperSignature(models.Model):
    """A signature made by hand on the printed paper, with the scan of it that somebody has seen.

    `name` is who signed, `signed_on` the day written on the paper; `seen_by` answers for what the scan shows.
    """

    report = models.ForeignKey(Report, on_delete=models.PROTECT, related_name="paper_signatures")
    role = models.CharField(_("role"), max_length=15, choices=Role.choices)
    name = models.CharField(_("name"), max_length=120)
    signed_on = models.DateField(_("signed on"))
    place = models.CharField(_("place"), max_length=120, blank=True)
    scan_sha256 = models.CharField(max_length=64)
    media_type = models.CharField(max_length=40)
    document_sha256 = models.CharField(max_length=64)
    seen_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    seen_on = models.DateTimeField(_("seen at"))
    note = models.CharField(_("note"), max_length=300, blank=True)

    @property
    def on_original(self) -> bool:
        """It stands on the papers that were received, not on a print of the portal's document."""
        papers = self.report.received_papers
        return papers is not None and papers.document_id == self.scan_sha256

    class Meta:
        verbose_name = _("signature on paper")
        verbose_name_plural = _("signatures on paper")
        ordering = ["seen_on"]
        constraints = [
            models.UniqueConstraint(fields=["report", "role"], name="one_paper_signature_per_role")
        ]

    def __str__(self) -> str:
        return f"{self.name} · {self.report}"


class DeskDocument(models.Model):
    """A document of the hall that was made; `key` is the hash of all that was set, so nothing is set twice.

    A document is kept for the version of the event that it was made from; some hold private links of players.
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="desk_documents")
    kind = models.CharField(_("document"), max_length=20)
    options = models.JSONField(default=dict)
    language = models.CharField(_("language of the document"), max_length=5)
    event_version = models.PositiveIntegerField()
    key = models.CharField(max_length=64, editable=False)
    sha256 = models.CharField(max_length=64)
    pages = models.PositiveSmallIntegerField(_("pages"))
    created_at = models.DateTimeField(_("made at"), auto_now_add=True)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )

    class Meta:
        verbose_name = _("document of the hall")
        verbose_name_plural = _("documents of the hall")
        ordering = ["-created_at", "-pk"]
        constraints = [models.UniqueConstraint(fields=["event", "key"], name="desk_document_once")]

    def __str__(self) -> str:
        return f"{self.event} · {self.kind}"


class PrizeFund(models.Model):
    """How the prizes of an event are shared. Amounts are whole cents; `unit` is what shares are rounded to."""

    class Method(models.TextChoices):
        HORT = "hort", _("Hort: half by place, half shared among equal points")
        EQUAL = "equal", _("shared equally among equal points")
        PLACE = "place", _("by place, not shared")

    class OnePrize(models.TextChoices):
        LARGEST = "largest", _("one prize a person, the largest")
        FIRST = "first", _("one prize a person, by the order of the lists")
        ALL = "all", _("every prize won")

    class Unit(models.IntegerChoices):
        CENT = 1, _("to the cent")
        WHOLE = 100, _("to whole amounts")

    event = models.OneToOneField(Event, on_delete=models.CASCADE, related_name="prize_fund")
    method = models.CharField(_("ties"), max_length=5, choices=Method.choices, default=Method.HORT)
    one_prize = models.CharField(
        _("who wins in several lists"), max_length=7, choices=OnePrize.choices, default=OnePrize.LARGEST
    )
    unit = models.PositiveSmallIntegerField(_("rounding"), choices=Unit.choices, default=Unit.CENT)
    currency = models.CharField(_("currency"), max_length=8, default="EUR")

    class Meta:
        verbose_name = _("prize fund")
        verbose_name_plural = _("prize funds")

    def __str__(self) -> str:
        return str(self.event)


class Prize(models.Model):
    """A prize in cents for a place of the event, or of one of its prize groups."""

    fund = models.ForeignKey(PrizeFund, on_delete=models.CASCADE, related_name="prizes")
    category = models.ForeignKey(
        Category, on_delete=models.CASCADE, null=True, blank=True, related_name="prizes"
    )
    place = models.PositiveSmallIntegerField(_("place"))
    cents = models.PositiveIntegerField(_("amount in cents"))

    class Meta:
        verbose_name = _("prize")
        verbose_name_plural = _("prizes")
        ordering = ["place"]
        constraints = [
            models.UniqueConstraint(fields=["fund", "category", "place"], name="one_prize_per_place"),
            models.UniqueConstraint(
                fields=["fund", "place"],
                condition=Q(category__isnull=True),
                name="one_general_prize_per_place",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.place} · {self.cents}"
