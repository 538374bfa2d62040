import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('commission', '0009_two_publish_a_list'),
        ('tournaments', '0017_regulations_and_sources'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='DeadlineReminder',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(max_length=20, verbose_name='term')),
                ('due', models.DateField(verbose_name='due on')),
                ('stage', models.CharField(max_length=10, verbose_name='stage')),
                ('sent_at', models.DateTimeField(verbose_name='sent at')),
                ('account', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.event')),
            ],
            options={
                'verbose_name': 'reminder of a term',
                'verbose_name_plural': 'reminders of terms',
                'constraints': [models.UniqueConstraint(fields=('event', 'account', 'key', 'due', 'stage'), name='term_reminded_once_a_stage')],
            },
        ),
    ]
