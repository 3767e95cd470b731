"""Profiles belong to engines, collections among them; they are made anew in the background."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('discovery', '0007_collection_stages'),
        ('metasearch', '0003_answer_figures'),
    ]

    operations = [
        migrations.DeleteModel(name='StoredProfile'),
        migrations.CreateModel(
            name='StoredProfile',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('made_of', models.PositiveIntegerField()),
                ('data', models.JSONField()),
                ('engine', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='word_profile', to='discovery.engine')),
            ],
        ),
    ]
