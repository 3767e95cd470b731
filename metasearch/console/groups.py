"""The groups of the console's accounts: those who look, and those who act."""

from django.contrib.auth.models import Group, Permission
from django.db import transaction

APPS = ("discovery", "wrappers")
# What each group may do with all rows of the apps. Only an administrator deletes what was learned
# and makes accounts.
GROUPS = {
    "viewers": ("view",),
    "editors": ("view", "add", "change"),
}


def make_missing_groups(using: str) -> None:
    """Make the groups that do not exist; those that do stay as an administrator left them."""
    for name, verbs in GROUPS.items():
        with transaction.atomic(using=using):
            group, is_new = Group.objects.using(using).get_or_create(name=name)
            if is_new:
                permissions = Permission.objects.using(using).filter(
                    content_type__app_label__in=APPS
                )
                group.permissions.set(
                    permission
                    for permission in permissions
                    if permission.codename.split("_")[0] in verbs
                )
