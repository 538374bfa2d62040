import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('core', '0003_stored_files_stay'),
        ('tournaments', '0016_title_norms_shown'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='EventRegulations',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('address', models.URLField(blank=True, max_length=300, verbose_name='address')),
                ('document_name', models.CharField(blank=True, max_length=120, verbose_name='name of the document')),
                ('filed_on', models.DateField(verbose_name='filed on')),
                ('document', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='core.storedfile', verbose_name='document')),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='regulations', to='tournaments.event')),
                ('filed_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'regulations of an event',
                'verbose_name_plural': 'regulations of events',
                'ordering': ['-pk'],
                'constraints': [models.CheckConstraint(condition=models.Q(('document__isnull', False), models.Q(('address', ''), _negated=True), _connector='OR'), name='regulations_are_somewhere')],
            },
        ),
        migrations.CreateModel(
            name='EventSource',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('title', models.CharField(max_length=200, verbose_name='title')),
                ('address', models.URLField(blank=True, max_length=300, verbose_name='address')),
                ('kept_at', models.CharField(blank=True, max_length=200, verbose_name='where it is kept')),
                ('seen_on', models.DateField(verbose_name='seen on')),
                ('seen_by', models.CharField(max_length=120, verbose_name='seen by')),
                ('cited_at', models.DateTimeField(verbose_name='cited at')),
                ('cited_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='sources', to='tournaments.event')),
            ],
            options={
                'verbose_name': 'source of an event',
                'verbose_name_plural': 'sources of events',
                'ordering': ['pk'],
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('address', ''), _negated=True), models.Q(('kept_at', ''), _negated=True), _connector='OR'), name='source_can_be_found')],
            },
        ),
    ]
