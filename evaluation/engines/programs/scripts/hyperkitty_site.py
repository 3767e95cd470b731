"""HyperKitty, the archive of Mailman 3: each document is a mail; PORT says where to listen."""

from datetime import UTC, datetime

from site_of_apps import documents, serve, set_up

LIST = "documents@documents.example"


def main() -> None:
    """Fill the archive and serve it; its Mailman is not there."""
    set_up(
        [
            *("hyperkitty", "django_mailman3", "rest_framework", "django_gravatar", "compressor"),
            *("haystack", "django_extensions", "django_q"),
            *("allauth", "allauth.account", "allauth.socialaccount"),
        ],
        processors=[
            "django_mailman3.context_processors.common",
            "hyperkitty.context_processors.common",
        ],
        middleware=["allauth.account.middleware.AccountMiddleware"],
        MAILMAN_REST_API_URL="http://127.0.0.1:9",
        MAILMAN_REST_API_USER="bed",
        MAILMAN_REST_API_PASS="bed",
        MAILMAN_ARCHIVER_KEY="bed",
        MAILMAN_ARCHIVER_FROM=("127.0.0.1",),
        COMPRESS_ENABLED=False,
        COMPRESS_PRECOMPILERS=(),
        STATIC_ROOT="static",
        LOGIN_URL="account_login",
        LOGOUT_URL="account_logout",
        LOGIN_REDIRECT_URL="hk_root",
        Q_CLUSTER={"retry": 60, "timeout": 30, "orm": "default", "workers": 1},
        ACCOUNT_UNIQUE_EMAIL=True,
        AUTHENTICATION_BACKENDS=["django.contrib.auth.backends.ModelBackend"],
    )
    from django.urls import include, path
    from hyperkitty.models import Email, MailingList, Sender, Thread

    globals()["urlpatterns"] = [
        path("", include("hyperkitty.urls")),
        path("mailman3/", include("django_mailman3.urls")),
        path("accounts/", include("allauth.urls")),
    ]
    archive = MailingList.objects.create(
        name=LIST, list_id=LIST.replace("@", "."), display_name="Documents"
    )
    for row in documents():
        sent = datetime.fromisoformat(row["published"]).replace(tzinfo=UTC)
        address = f"{row['section']}@documents.example"
        sender, _ = Sender.objects.get_or_create(address=address)
        thread = Thread.objects.create(
            mailinglist=archive, thread_id=f"thread{row['id']:04}", date_active=sent
        )
        Email.objects.create(
            mailinglist=archive,
            message_id=row["slug"],
            message_id_hash=f"hash{row['id']:04}",
            sender=sender,
            sender_name=row["section"],
            subject=row["title"],
            content=row["text"],
            date=sent,
            timezone=0,
            thread=thread,
            archived_date=sent,
        )
    serve()


main()
