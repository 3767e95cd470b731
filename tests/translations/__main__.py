"""Bring all catalogues up to date with the source; print what is not translated yet.

usage: python -m tests.translations
"""

import os
import sys

import django


def main() -> int:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "metasearch.settings")
    django.setup()
    from tests.translations.catalogues import languages, update

    missing = 0
    for language in languages():
        catalog = update(language)
        untranslated = [message.id for message in catalog if message.id and not message.string]
        empty = [
            m.id for m in catalog if m.id and isinstance(m.string, tuple) and not all(m.string)
        ]
        print(f"{language}: {len(catalog)} messages, {len(untranslated) + len(empty)} missing")
        for message in (*untranslated, *empty):
            print(f"  {message!r}")
        missing += len(untranslated) + len(empty)
    return int(missing > 0)


if __name__ == "__main__":
    sys.exit(main())
