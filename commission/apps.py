"""The app."""

from django.apps import AppConfig


class CommissionConfig(AppConfig):
    """The app `commission`."""

    name = "commission"

    def ready(self) -> None:
        """A report that carries all its signatures is handed in."""
        from commission.handing_in import hand_in_signed
        from reports.following import follow_signatures

        follow_signatures(hand_in_signed)
