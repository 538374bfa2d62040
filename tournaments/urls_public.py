"""Addresses of the public pages that follow the play, of frames on other sites and of the card."""

from django.urls import path

from tournaments.views import calendar, cards, public_live

public_patterns = [
    path("calendar/", calendar.month, name="calendar"),
    path("calendar/list/", calendar.listed, name="calendar_list"),
    path("calendar/events.ics", calendar.feed, name="calendar_feed"),
    path("events/<int:pk>/event.ics", calendar.event_file, name="event_ics"),
    path("events/<int:pk>/rounds/<int:number>/", public_live.round_, name="round"),
    path("events/<int:pk>/schedule/", public_live.schedule, name="schedule"),
    path("events/<int:pk>/statistics/", public_live.event_statistics, name="statistics"),
    path("events/<int:pk>/players/<int:entry>/", public_live.participant, name="participant"),
    path("events/<int:pk>/embed/", public_live.embed_code, name="embed"),
    path("events/<int:pk>/embed/round/", public_live.round_embedded, name="round_embedded"),
    path("events/<int:pk>/embed/schedule/", public_live.schedule_embedded, name="schedule_embedded"),
    path("events/<int:pk>/card.png", cards.card, name="card"),
]
