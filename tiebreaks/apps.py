from django.apps import AppConfig


class TiebreaksConfig(AppConfig):
    name = "tiebreaks"
