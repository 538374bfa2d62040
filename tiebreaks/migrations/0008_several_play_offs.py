"""Several play-offs an event, told by their first place; hours of games and stages. What was played stays."""

import django.db.models.deletion
from django.db import migrations, models


def forget_standings(apps, schema_editor):
    """Stored standings do not say yet who played in which play-off; they are counted again when first read."""
    stored = apps.get_model("tiebreaks", "StoredStandings")
    found = list(stored.objects.filter(event__play_offs__isnull=False).values_list("pk", flat=True).distinct())
    apps.get_model("tiebreaks", "StandingsRow").objects.filter(standings_id__in=found).delete()
    stored.objects.filter(pk__in=found).delete()


class Migration(migrations.Migration):
    dependencies = [
        ("tiebreaks", "0007_play_off_first_game"),
    ]

    operations = [
        migrations.AlterField(
            model_name="playoff",
            name="event",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="play_offs",
                to="tournaments.event",
            ),
        ),
        migrations.AlterModelOptions(
            name="playoff",
            options={
                "ordering": ["first_place"],
                "verbose_name": "play-off",
                "verbose_name_plural": "play-offs",
            },
        ),
        migrations.AddConstraint(
            model_name="playoff",
            constraint=models.UniqueConstraint(
                fields=("event", "first_place"), name="one_play_off_per_first_place"
            ),
        ),
        migrations.AddField(
            model_name="playoffgame",
            name="entered_at",
            field=models.DateTimeField(blank=True, null=True, verbose_name="entered at"),
        ),
        migrations.CreateModel(
            name="PlayOffStageHour",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("key", models.CharField(max_length=80)),
                ("begins_at", models.DateTimeField(verbose_name="begins at")),
                (
                    "early_reason",
                    models.CharField(
                        blank=True, max_length=200, verbose_name="why before the pause is over"
                    ),
                ),
                (
                    "play_off",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="stage_hours",
                        to="tiebreaks.playoff",
                    ),
                ),
            ],
            options={
                "verbose_name": "hour of a stage",
                "verbose_name_plural": "hours of stages",
                "constraints": [
                    models.UniqueConstraint(
                        fields=("play_off", "key"), name="one_hour_per_play_off_stage"
                    )
                ],
            },
        ),
        migrations.RunPython(forget_standings, migrations.RunPython.noop),
    ]
