"""Addresses of lists and changes."""

from django.urls import path

from ratings import views, views_articles, views_corrections, views_lists, views_monitoring

app_name = "ratings"
urlpatterns = [
    path("ratings/", views_lists.lists, name="lists"),
    path("ratings/changes/<int:pk>/", views.change, name="change"),
    path("ratings/corrections/", views_corrections.corrections, name="corrections"),
    path("ratings/monitoring/", views_monitoring.monitoring, name="monitoring"),
    path("ratings/articles/", views_articles.articles, name="articles"),
    path("ratings/articles/<slug:key>/", views_articles.article_list, name="article_list"),
    path("ratings/articles/<slug:key>/<str:number>/", views_articles.article, name="article"),
    path("ratings/editions/", views_articles.edition_comparison, name="editions"),
    path("ratings/editions/of/<slug:regulation>/", views_articles.edition_comparison, name="editions_of"),
    path("ratings/editions/<slug:key>/", views_articles.edition_page, name="edition"),
    path("ratings/<slug:key>/", views_lists.rating_list, name="list"),
    path("ratings/<slug:key>/file/", views_lists.list_file, name="file"),
    path("ratings/<slug:key>/file/<slug:name>/", views_lists.list_format, name="file_format"),
    path("ratings/<slug:key>/births/", views_lists.list_births, name="births"),
    path("ratings/<slug:key>/<int:person>/", views_lists.period_change, name="period_change"),
    path("events/<int:pk>/ratings/", views.event, name="event"),
]
