from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('discovery', '0015_site_indexes'),
    ]

    operations = [
        migrations.AddField(
            model_name='collection',
            name='criterion',
            field=models.CharField(blank=True, help_text='Words that the title or first heading of each page wanted holds; needed where several kinds of pages are built alike.', max_length=200, verbose_name='words of its pages'),
        ),
    ]
