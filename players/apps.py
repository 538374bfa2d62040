"""The app of people."""

from django.apps import AppConfig
from django.utils.module_loading import autodiscover_modules


class PlayersConfig(AppConfig):
    """People: persons, accounts and roles, published ratings as facts."""

    name = "players"

    def ready(self) -> None:
        """Note every log-in with its session; hear from all apps what they keep of a player."""
        from django.contrib.auth.signals import user_logged_in

        from players.sessions import note_log_in

        user_logged_in.connect(note_log_in, dispatch_uid="players.note_log_in")
        autodiscover_modules("own_data")
