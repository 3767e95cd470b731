"""What users asked is taken out of what installations of before have stored."""

from django.db import migrations

# What was told of two answers to searches ended in what the last of them said.
OF_SEARCHES = "searches were answered with pages not understood"


def forget_queries(apps, schema_editor):
    connection = schema_editor.connection
    if connection.vendor == 'sqlite':
        # What is deleted is overwritten.
        connection.cursor().execute('PRAGMA secure_delete = ON')
    Engine = apps.get_model('discovery', 'Engine')
    EngineEvent = apps.get_model('discovery', 'EngineEvent')
    for row in (
        *EngineEvent.objects.filter(reason__contains=OF_SEARCHES),
        *Engine.objects.filter(reason__contains=OF_SEARCHES),
    ):
        row.reason = row.reason.partition(OF_SEARCHES)[0] + OF_SEARCHES + '.'
        if isinstance(row, EngineEvent):
            row.evidence = {key: row.evidence[key] for key in ('kind', 'reason') if key in row.evidence}
        row.save()
    if 'metasearch_cache' in connection.introspection.table_names():
        connection.cursor().execute('DELETE FROM metasearch_cache')


class Migration(migrations.Migration):

    dependencies = [
        ('discovery', '0018_chosen_readings'),
    ]

    operations = [
        migrations.RunPython(forget_queries, migrations.RunPython.noop, elidable=True),
        migrations.RemoveField(
            model_name='engine',
            name='broken_queries',
        ),
    ]
