"""When checks are brought forward; what users' searches met at walls is forgotten."""

import re

from django.db import migrations, models

# Walls and the cookies of their answers stand in descriptions, once as a user's search met them.
COOKIES = re.compile(r'\s*<(?:[\w.-]+:)?cookie\b[^>]*/>')
WALLS = re.compile(r'\s*<(?:[\w.-]+:)?(?:cookie|wall)\b[^>]*/>')


def forget_queries(apps, schema_editor):
    Engine = apps.get_model('discovery', 'Engine')
    EngineEvent = apps.get_model('discovery', 'EngineEvent')
    WrapperVersion = apps.get_model('wrappers', 'WrapperVersion')
    met = EngineEvent.objects.filter(
        before='ACTIVE', after='ACTIVE', reason__contains='is answered by'
    )
    engines = set(met.values_list('engine_id', flat=True))
    for event in met.select_related('engine'):
        event.evidence = {'url': event.engine.home_url}
        event.save(update_fields=['evidence'])
    for model, name in ((Engine, 'pk'), (WrapperVersion, 'engine_id')):
        for row in model.objects.filter(description__contains='wall'):
            forgotten = WALLS if getattr(row, name) in engines else COOKIES
            row.description = forgotten.sub('', row.description)
            row.save(update_fields=['description'])


class Migration(migrations.Migration):

    dependencies = [
        ('discovery', '0019_forgotten_queries'),
        ('wrappers', '0009_rendered_samples'),
    ]

    operations = [
        migrations.RunPython(forget_queries, migrations.RunPython.noop, elidable=True),
        migrations.AddField(
            model_name='enginewatch',
            name='hastened_at',
            field=models.DateTimeField(blank=True, editable=False, null=True),
        ),
    ]
