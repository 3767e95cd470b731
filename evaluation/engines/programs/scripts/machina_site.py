"""django-machina, a forum: each document is a topic; PORT says where to listen."""

from machina import MACHINA_MAIN_STATIC_DIR, MACHINA_MAIN_TEMPLATE_DIR
from site_of_apps import documents, serve, set_up

PARTS = (
    "forum_conversation forum_conversation.forum_attachments forum_conversation.forum_polls "
    "forum_feeds forum_moderation forum_search forum_tracking forum_member forum_permission forum"
).split()


def main() -> None:
    """Fill the forum and serve it."""
    set_up(
        [
            "mptt",
            "haystack",
            "widget_tweaks",
            "machina",
            *(f"machina.apps.{part}" for part in PARTS),
        ],
        processors=["machina.core.context_processors.metadata"],
        middleware=["machina.apps.forum_permission.middleware.ForumPermissionMiddleware"],
        folders=[MACHINA_MAIN_TEMPLATE_DIR],
        STATICFILES_DIRS=[MACHINA_MAIN_STATIC_DIR],
        CACHES={
            name: {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "LOCATION": name}
            for name in ("default", "machina_attachments")
        },
        MACHINA_DEFAULT_AUTHENTICATED_USER_FORUM_PERMISSIONS=[],
    )
    from django.contrib.auth.models import User
    from django.urls import include, path
    from machina.apps.forum.models import Forum
    from machina.apps.forum_conversation.models import Post, Topic
    from machina.apps.forum_permission.models import ForumPermission, UserForumPermission

    globals()["urlpatterns"] = [path("", include("machina.urls"))]
    forum = Forum.objects.create(name="Documents", type=Forum.FORUM_POST)
    for name in ("can_see_forum", "can_read_forum"):
        permission = ForumPermission.objects.get(codename=name)
        UserForumPermission.objects.create(
            permission=permission, forum=forum, anonymous_user=True, has_perm=True
        )
    users = {}
    for row in documents():
        section = row["section"]
        if section not in users:
            users[section] = User.objects.create_user(section)
        topic = Topic.objects.create(
            forum=forum,
            subject=row["title"],
            poster=users[section],
            type=Topic.TOPIC_POST,
            status=Topic.TOPIC_UNLOCKED,
            approved=True,
        )
        Post.objects.create(
            topic=topic,
            poster=users[section],
            subject=row["title"],
            content=row["text"],
            approved=True,
        )
    serve()


main()
