"""The app."""

from django.apps import AppConfig


class CommissionConfig(AppConfig):
    """The app `commission`."""

    name = "commission"
