"""Addresses of requests for corrections, of what was corrected, and of appeals."""

from django.urls import path

from commission import views_appeals, views_corrected, views_request_room, views_requests

urlpatterns = [
    path("corrections/", views_corrected.corrections, name="corrections"),
    path("corrections/feed/", views_corrected.feed, name="corrections_feed"),
    path("corrections/requests/", views_corrected.decisions, name="request_decisions"),
    path("requests/", views_requests.mine, name="requests_mine"),
    path("requests/new/", views_requests.new, name="request_new"),
    path("requests/sent/", views_requests.sent, name="request_sent"),
    path("requests/<int:pk>/", views_requests.own, name="request"),
    path("requests/<int:pk>/papers/<int:paper_pk>/", views_requests.paper, name="request_paper"),
    path("requests/link/<str:token>/", views_requests.by_link, name="request_link"),
    path(
        "requests/link/<str:token>/papers/<int:paper_pk>/",
        views_requests.paper_by_link,
        name="request_paper_link",
    ),
    path("commission/requests/", views_request_room.queue, name="requests"),
    path("commission/requests/<int:pk>/", views_request_room.room, name="request_room"),
    path("commission/requests/<int:pk>/decide/", views_request_room.decide, name="request_decide"),
    path(
        "commission/events/<int:pk>/ratings-alone/", views_request_room.rate_otherwise, name="rate_otherwise"
    ),
    path("commission/appeals/", views_appeals.appeals, name="appeals"),
    path("commission/appeals/<int:pk>/", views_appeals.appeal, name="appeal"),
    path("corrections/requests/<int:pk>/appeal/", views_appeals.against_decision, name="appeal_decision"),
    path("events/<int:pk>/appeal/<int:move>/", views_appeals.against_move, name="appeal_move"),
]
