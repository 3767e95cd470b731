#!/usr/bin/env python
"""Django's command line for this project."""

import os
import sys


def main() -> None:
    """Run the command named in the arguments."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "metasearch.settings")
    from django.core.exceptions import ImproperlyConfigured
    from django.core.management import execute_from_command_line
    from django.db import OperationalError

    try:
        execute_from_command_line(sys.argv)
    except (ImproperlyConfigured, OperationalError) as error:
        if "--traceback" in sys.argv:
            raise
        kind = "Database" if isinstance(error, OperationalError) else "Settings"
        sys.exit(f"{kind} error: {error} (--traceback tells more)")


if __name__ == "__main__":
    main()
