import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('commission', '0003_findings_in_the_queue'),
        ('core', '0003_stored_files_stay'),
        ('tournaments', '0016_title_norms_shown'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Decision',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.CharField(blank=True, max_length=20, verbose_name='number')),
                ('state', models.CharField(choices=[('proposed', 'proposed'), ('published', 'published'), ('withdrawn', 'withdrawn')], db_index=True, default='proposed', max_length=10, verbose_name='state')),
                ('decided_on', models.DateField(verbose_name='decided on')),
                ('subject', models.CharField(max_length=200, verbose_name='subject')),
                ('text', models.TextField(max_length=4000, verbose_name='text')),
                ('article', models.CharField(blank=True, max_length=20, verbose_name='waives article')),
                ('edition', models.CharField(blank=True, max_length=30, verbose_name='text of the rules')),
                ('document_name', models.CharField(blank=True, max_length=120, verbose_name='name of the document')),
                ('proposed_at', models.DateTimeField(verbose_name='proposed at')),
                ('published_at', models.DateTimeField(blank=True, null=True, verbose_name='published at')),
                ('withdrawn_because', models.CharField(blank=True, max_length=300, verbose_name='why it was withdrawn')),
                ('confirmed_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='confirmed by')),
                ('document', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='core.storedfile', verbose_name='document')),
                ('event', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='decisions', to='tournaments.event', verbose_name='event')),
                ('follows', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='followers', to='commission.decision', verbose_name='takes the place of')),
                ('proposed_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='decided by')),
                ('withdrawn_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='withdrawn by')),
            ],
            options={
                'verbose_name': 'decision',
                'verbose_name_plural': 'decisions',
                'ordering': ['-published_at', '-pk'],
                'constraints': [models.UniqueConstraint(condition=models.Q(('number', ''), _negated=True), fields=('number',), name='decision_number_once'), models.UniqueConstraint(condition=models.Q(('state', 'published')), fields=('follows',), name='decision_followed_once'), models.CheckConstraint(condition=models.Q(models.Q(('state', 'published'), _negated=True), models.Q(('confirmed_by__isnull', False), ('published_at__isnull', False), models.Q(('number', ''), _negated=True)), _connector='OR'), name='decision_published_by_two'), models.CheckConstraint(condition=models.Q(('confirmed_by__isnull', True), models.Q(('confirmed_by', models.F('proposed_by')), _negated=True), _connector='OR'), name='decision_by_two_persons')],
            },
        ),
    ]
