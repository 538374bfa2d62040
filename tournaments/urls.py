"""Addresses of events, public and at the desk."""

from django.urls import path

from tournaments.views import (
    desk,
    downloads,
    entries,
    event_forms,
    grid,
    identify,
    imports,
    pasting,
    public,
    rounds,
)

app_name = "tournaments"
urlpatterns = [
    path("events/", public.events, name="events"),
    path("events/<int:pk>/", public.overview, name="event"),
    path("events/<int:pk>/rounds/", public.rounds, name="rounds"),
    path("events/<int:pk>/rounds/<int:number>/", public.round_, name="round"),
    path("events/<int:pk>/players/", public.entries, name="entries"),
    path("events/<int:pk>/history/", public.history, name="history"),
    path("events/<int:pk>/download/<slug:name>/", downloads.download, name="download"),
    path("desk/", desk.desk, name="desk"),
    path("desk/new/", event_forms.create, name="event_create"),
    path("desk/import/", imports.upload, name="event_import"),
    path("desk/editions/", event_forms.editions_fragment, name="editions"),
    path("desk/<int:pk>/", desk.event_desk, name="desk_event"),
    path("desk/<int:pk>/edit/", event_forms.edit, name="event_edit"),
    path("desk/<int:pk>/register/", desk.register, name="event_register"),
    path("desk/<int:pk>/finish/", desk.finish, name="event_finish"),
    path("desk/<int:pk>/reopen/", desk.reopen, name="event_reopen"),
    path("desk/<int:pk>/officials/", event_forms.officials, name="officials"),
    path(
        "desk/<int:pk>/officials/<int:official>/remove/", event_forms.official_delete, name="official_remove"
    ),
    path("desk/<int:pk>/players/", entries.entries, name="desk_entries"),
    path("desk/<int:pk>/players/search/", entries.search, name="entry_search"),
    path("desk/<int:pk>/players/add/", entries.add, name="entry_add"),
    path("desk/<int:pk>/players/new/", entries.new, name="entry_new"),
    path("desk/<int:pk>/players/paste/", pasting.paste, name="entries_paste"),
    path("desk/<int:pk>/players/number/", entries.number, name="entries_number"),
    path("desk/<int:pk>/players/identify/", identify.identify, name="identify"),
    path("desk/<int:pk>/players/identify/by-number/", identify.by_number, name="identify_by_number"),
    path("desk/<int:pk>/players/identify/admit/", identify.admit, name="players_admit"),
    path("desk/<int:pk>/players/<int:entry>/", entries.edit, name="entry_edit"),
    path("desk/<int:pk>/players/<int:entry>/identify/", identify.choose, name="entry_identify"),
    path("desk/<int:pk>/players/<int:entry>/remove/", entries.remove, name="entry_remove"),
    path("desk/<int:pk>/players/<int:entry>/withdraw/", entries.withdraw, name="entry_withdraw"),
    path("desk/<int:pk>/players/<int:entry>/bye/", entries.bye, name="entry_bye"),
    path("desk/<int:pk>/rounds/", rounds.rounds, name="desk_rounds"),
    path("desk/<int:pk>/rounds/pair/", rounds.pair, name="round_pair"),
    path("desk/<int:pk>/rounds/delete/", rounds.delete, name="pairings_delete"),
    path("desk/<int:pk>/rounds/days/", rounds.days, name="round_days"),
    path("desk/<int:pk>/rounds/<int:number>/", grid.grid, name="desk_round"),
    path("desk/<int:pk>/rounds/<int:number>/state/", grid.state, name="round_state"),
    path("desk/<int:pk>/rounds/<int:number>/by-hand/", rounds.by_hand, name="round_by_hand"),
    path("desk/<int:pk>/games/<int:game>/", grid.result, name="result"),
    path("desk/<int:pk>/games/<int:game>/undo/", grid.undo, name="result_undo"),
]
