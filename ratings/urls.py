"""Addresses of lists and changes."""

from django.urls import path

from ratings import views, views_corrections, views_lists, views_monitoring

app_name = "ratings"
urlpatterns = [
    path("ratings/", views_lists.lists, name="lists"),
    path("ratings/changes/<int:pk>/", views.change, name="change"),
    path("ratings/corrections/", views_corrections.corrections, name="corrections"),
    path("ratings/monitoring/", views_monitoring.monitoring, name="monitoring"),
    path("ratings/<slug:key>/", views_lists.rating_list, name="list"),
    path("ratings/<slug:key>/file/", views_lists.list_file, name="file"),
    path("ratings/<slug:key>/file/<slug:name>/", views_lists.list_format, name="file_format"),
    path("ratings/<slug:key>/births/", views_lists.list_births, name="births"),
    path("ratings/<slug:key>/<int:person>/", views_lists.period_change, name="period_change"),
    path("events/<int:pk>/ratings/", views.event, name="event"),
]
