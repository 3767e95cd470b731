from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("discovery", "0013_coverage_of_collections"),
    ]

    operations = [
        migrations.AddField(
            model_name="engine",
            name="secrets",
            field=models.JSONField(
                blank=True,
                default=dict,
                editable=False,
                help_text="Keys and passwords that stand for placeholders of the description.",
            ),
        ),
    ]
