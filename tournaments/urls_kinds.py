"""Addresses of knock-outs, of points beside the results and of the choices that kinds of event have; part of `urls`."""

from django.urls import path

from tournaments.views import knock_out, special

kind_patterns = [
    path("events/<int:pk>/bracket/", knock_out.bracket, name="bracket"),
    path("desk/<int:pk>/kind/", knock_out.kind, name="kind"),
    path("desk/<int:pk>/points/", special.special_points, name="special_points"),
    path("desk/<int:pk>/points/<int:row>/back/", special.take_back, name="special_points_back"),
    path("desk/<int:pk>/bracket/", knock_out.desk_bracket, name="desk_bracket"),
    path("desk/<int:pk>/bracket/draw/", knock_out.draw, name="bracket_draw"),
    path("desk/<int:pk>/bracket/<int:tie>/", knock_out.tie, name="tie"),
    path("desk/<int:pk>/bracket/<int:tie>/play-off/", knock_out.step, name="tie_step"),
    path("desk/<int:pk>/bracket/<int:tie>/play-off/<int:game>/", knock_out.faster, name="tie_game"),
    path("desk/<int:pk>/bracket/<int:tie>/decision/", knock_out.decide, name="tie_decide"),
]
