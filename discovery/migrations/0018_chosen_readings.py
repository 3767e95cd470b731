from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('discovery', '0017_readings_of_collections'),
    ]

    operations = [
        migrations.AddField(
            model_name='collection',
            name='chosen_reading',
            field=models.TextField(blank=True, default=''),
            preserve_default=False,
        ),
    ]
