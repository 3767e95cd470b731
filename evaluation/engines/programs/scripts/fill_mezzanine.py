import json
from pathlib import Path

import mezzanine
from django.contrib.auth.models import User
from mezzanine.blog.models import BlogPost
from mezzanine.core.models import CONTENT_STATUS_PUBLISHED

user = User.objects.first() or User.objects.create_superuser("bed", "bed@bed.example", "bed")
rows = json.loads((Path(mezzanine.__file__).parents[1] / "documents.json").read_text())
for row in rows:
    BlogPost.objects.create(
        title=row["title"],
        content=f"<p>{row['text']}</p>",
        user=user,
        status=CONTENT_STATUS_PUBLISHED,
    )
