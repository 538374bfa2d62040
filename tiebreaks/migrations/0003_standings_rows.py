"""Stored standings in rows. What was stored in one piece goes: it is counted again from the facts."""

import django.db.models.deletion
from django.db import migrations, models


def drop_stored(apps, schema_editor):
    apps.get_model("tiebreaks", "StoredStandings").objects.all().delete()


class Migration(migrations.Migration):
    dependencies = [
        ("tiebreaks", "0002_play_offs"),
    ]

    operations = [
        migrations.RunPython(drop_stored, migrations.RunPython.noop),
        migrations.CreateModel(
            name="StandingsRow",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "standings_id",
                        "number",
                        blank=True,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("position", models.PositiveSmallIntegerField()),
                ("number", models.PositiveSmallIntegerField()),
                ("place", models.PositiveSmallIntegerField()),
                ("place_before", models.PositiveSmallIntegerField(null=True)),
                ("entry", models.BigIntegerField()),
                ("person", models.BigIntegerField(null=True)),
                ("name", models.CharField(max_length=260)),
                ("title", models.CharField(blank=True, max_length=3)),
                ("federation", models.CharField(blank=True, max_length=3)),
                ("rating", models.PositiveSmallIntegerField(null=True)),
                ("performance", models.IntegerField(null=True)),
                ("path", models.TextField()),
                ("raw", models.TextField()),
                ("reasons", models.TextField(blank=True)),
                (
                    "standings",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="rows",
                        to="tiebreaks.storedstandings",
                    ),
                ),
            ],
            options={
                "verbose_name": "row of stored standings",
                "verbose_name_plural": "rows of stored standings",
            },
        ),
    ]
