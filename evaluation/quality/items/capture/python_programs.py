"""Programs of PyPI that are no Django: a tracker, a library of papers, blogs, a table of jobs."""

import json
import re
from pathlib import Path
from urllib.parse import quote

from evaluation.quality.items.capture.contents import (
    ENGLISH,
    FRENCH,
    GERMAN,
    JAPANESE,
    SPANISH,
    Vocabulary,
    things,
)
from evaluation.quality.items.capture.running import (
    HOST,
    Captured,
    fetched,
    free_port,
    installed,
    run,
    served,
)

QUERIES = 5


def trac(folder: Path) -> list[Captured]:
    """Return pages of Trac: excerpt, who wrote it, when."""
    python = installed(folder, "trac==1.6", "setuptools<80")
    place = folder / "tracked"
    run(
        [python.with_name("trac-admin"), place, "initenv", "Werkstatt", "sqlite:db/trac.db"], folder
    )
    filling = (
        "import json, sys\nfrom datetime import datetime, timezone\n"
        "from trac.env import open_environment\nfrom trac.wiki.model import WikiPage\n"
        "from trac.ticket.model import Ticket\n"
        "env = open_environment(sys.argv[1])\n"
        "for row in json.load(sys.stdin):\n"
        "    when = datetime.fromisoformat(row['day']).replace(tzinfo=timezone.utc)\n"
        "    ticket = Ticket(env)\n"
        "    ticket['summary'], ticket['description'] = row['title'], row['text']\n"
        "    ticket['reporter'], ticket['status'], ticket['type'] = row['author'], 'new', 'defect'\n"
        "    ticket.insert(when=when)\n"
    )
    run([python, "-c", filling, place], folder, _rows(GERMAN))
    run(
        [python.with_name("trac-admin"), place, "permission", "add", "anonymous", "SEARCH_VIEW"],
        folder,
    )
    port = free_port()
    serving = [python.with_name("tracd"), "-s", "--hostname", "127.0.0.1", "-p", str(port), place]
    with served(serving, folder, port) as base:
        return [
            fetched(base, f"/search?q={quote(query)}&noquickjump=1&ticket=on&wiki=on", query)
            for query in GERMAN.queries[:QUERIES]
        ]


def _rows(words: Vocabulary) -> bytes:
    """Return the things as JSON, for a script in another environment."""
    rows = [
        {
            "title": thing.title,
            "text": thing.text,
            "author": thing.author,
            "day": thing.day.isoformat(),
            "slug": thing.slug,
            "place": thing.place,
            "sort": thing.sort,
            "price": thing.price,
            "rating": thing.rating,
        }
        for thing in things(words)
    ]
    return json.dumps(rows).encode()


def papis(folder: Path) -> list[Captured]:
    """Return pages of Papis, a library of papers: authors, year, journal."""
    python = installed(folder, "papis==0.16.1")
    library = folder / "papers"
    for thing in things(ENGLISH):
        place = library / thing.slug
        place.mkdir(parents=True)
        (place / "info.yaml").write_text(
            f"title: {json.dumps(thing.title)}\nauthor: {json.dumps(thing.author)}\n"
            f"year: {thing.day.year}\njournal: Journal of {thing.place} Studies\n"
            f"type: article\nref: r{thing.number}\nabstract: {json.dumps(thing.text)}\n"
            f"doi: 10.1000/{thing.slug}\npublisher: {thing.place} Press\n"
        )
    given = {
        "HOME": str(folder),
        "XDG_CONFIG_HOME": str(folder / "config"),
        "XDG_CACHE_HOME": str(folder),
    }
    (folder / "config" / "papis").mkdir(parents=True)
    config = folder / "config" / "papis" / "config"
    config.write_text(f"[settings]\ndefault-library = papers\n[papers]\ndir = {library}\n")
    port = free_port()
    serving = [python.with_name("papis"), "serve", "--address", "127.0.0.1", "-p", str(port)]
    with served(serving, folder, port, **given) as base:
        return [
            fetched(base, f"/library/papers/query?q={quote(query)}", query)
            for query in ENGLISH.queries[:QUERIES]
        ]


def _tagged(words: Vocabulary, text: str) -> list[str]:
    """Return the words asked for that a text has."""
    return [word for word in words.queries[:QUERIES] if word.casefold() in text.casefold()]


def nikola(folder: Path) -> list[Captured]:
    """Return pages of Nikola with its theme bootblog4: articles under a tag, in Spanish."""
    python = installed(folder, "nikola==8.3.3", "jinja2", "aiohttp")
    command = python.with_name("nikola")
    run([command, "init", "-q", "blog"], folder)
    place = folder / "blog"
    config = place / "conf.py"
    config.write_text(
        config.read_text()
        + f"\nTHEME='bootblog4'\nDEFAULT_LANG='es'\nTRANSLATIONS={{'es': ''}}\nSITE_URL='http://{HOST}/'\n"
        "TAG_PAGES_ARE_INDEXES=True\nINDEX_TEASERS=True\nINDEX_DISPLAY_POST_COUNT=30\n"
        "BLOG_TITLE='Taller'\nNAVIGATION_LINKS={'es': ()}\nPOSTS=(('posts/*.rst','posts','post.tmpl'),)\n"
        "THEME_COLOR='#5670d4'\nSHOW_INDEX_PAGE_NAVIGATION=False\nTAG_PATH='categories'\n"
    )
    (place / "posts").mkdir(exist_ok=True)
    for thing in things(SPANISH):
        first, _, rest = thing.text.partition(". ")
        (place / "posts" / f"{thing.slug}.rst").write_text(
            f".. title: {thing.title}\n.. slug: {thing.slug}\n.. date: {thing.day:%Y-%m-%d %H:%M:%S} UTC\n"
            f".. tags: {', '.join(_tagged(SPANISH, thing.title))}\n.. author: {thing.author}\n\n"
            f"{first}.\n\n.. TEASER_END\n\n{rest}\n"
        )
    run([command, "build", "-q"], place)
    pages = []
    for query in SPANISH.queries[:QUERIES]:
        name = f"categories/{_plain(query)}/index.html"
        pages.append(
            Captured(query, f"http://{HOST}/{name}", (place / "output" / name).read_bytes())
        )
    return pages


def _plain(word: str) -> str:
    """Return a word as addresses have it.

    >>> _plain("Jardín")
    'jardin'
    """
    table = str.maketrans("áéíóúñüöä", "aeiounuoa")
    return re.sub(r"\W+", "-", word.lower().translate(table))


def pelican(folder: Path) -> list[Captured]:
    """Return pages of Pelican with its own theme: articles under a tag, in Japanese."""
    python = installed(folder, "pelican[markdown]==4.12.0")
    content = folder / "content"
    content.mkdir()
    for thing in things(JAPANESE):
        tags = ", ".join(_tagged(JAPANESE, thing.title))
        (content / f"{thing.slug}.md").write_text(
            f"Title: {thing.title}\nSlug: {thing.slug}\nDate: {thing.day:%Y-%m-%d %H:%M}\n"
            f"Category: {thing.sort}\nTags: {tags}\nAuthor: {thing.author}\n\n{thing.text}\n"
        )
    (folder / "pelicanconf.py").write_text(
        f"SITENAME='道具箱'\nSITEURL='http://{HOST}'\nTIMEZONE='UTC'\nDEFAULT_LANG='ja'\n"
        "DEFAULT_PAGINATION=False\nFEED_ALL_ATOM=None\nTHEME='notmyidea'\n"
        "SLUGIFY_USE_UNICODE=True\nSLUGIFY_PRESERVE_CASE=True\nDEFAULT_DATE_FORMAT='%Y年%m月%d日'\n"
    )
    run(
        [
            python.with_name("pelican"),
            content,
            "-o",
            folder / "output",
            "-s",
            folder / "pelicanconf.py",
            "-q",
        ],
        folder,
    )
    pages = []
    for query in JAPANESE.queries[:QUERIES]:
        body = (folder / "output" / "tag" / f"{query}.html").read_bytes()
        pages.append(Captured(query, f"http://{HOST}/tag/{quote(query)}.html", body))
    return pages


_JOBS = """
import json, sys
from datetime import date
from flask import Flask
from flask_sqlalchemy import SQLAlchemy
from flask_appbuilder import AppBuilder, ModelView
from flask_appbuilder.models.sqla.interface import SQLAInterface
from sqlalchemy import Column, Date, Integer, String
import logging
logging.disable(logging.CRITICAL)
app = Flask('bed')
app.config.update(SECRET_KEY='of the bed', SQLALCHEMY_DATABASE_URI='sqlite:///' + sys.argv[1],
    BABEL_DEFAULT_LOCALE='fr', LANGUAGES={}, AUTH_ROLE_PUBLIC='Public', APP_NAME='Emplois',
    FAB_API_MAX_PAGE_SIZE=50)
db = SQLAlchemy(app)
class Job(db.Model):
    id = Column(Integer, primary_key=True)
    poste = Column(String(200))
    employeur = Column(String(80))
    lieu = Column(String(80))
    salaire = Column(String(40))
    publication = Column(Date)
    def __repr__(self): return self.poste
class JobView(ModelView):
    datamodel = SQLAInterface(Job)
    list_columns = ['poste', 'employeur', 'lieu', 'salaire', 'publication']
    search_columns = ['poste']
    page_size = 25
    base_permissions = ['can_list', 'can_show']
given = json.load(sys.stdin)
with app.app_context():
    builder = AppBuilder(app, db.session)
    builder.add_view(JobView, 'Offres')
    db.create_all()
    for row in given['rows']:
        db.session.add(Job(poste=row['title'], employeur=row['author'], lieu=row['place'],
            salaire=f"{int(row['price'] * 10)} €", publication=date.fromisoformat(row['day'][:10])))
    db.session.commit()
    public = builder.sm.find_role('Public')
    for permission in ('can_list', 'can_show'):
        builder.sm.add_permission_role(public, builder.sm.add_permission_view_menu(permission, 'JobView'))
client = app.test_client()
pages = []
for query in given['queries']:
    path = f'/jobview/list/?_flt_2_poste={query}'
    html = client.get(path, base_url=given['base'])
    pages.append({'query': query, 'url': given['base'] + path, 'html': html.get_data(as_text=True)})
json.dump(pages, sys.stdout)
"""


def appbuilder(folder: Path) -> list[Captured]:
    """Return pages of Flask-AppBuilder's lists: jobs with employer, place, pay, date."""
    python = installed(folder, "flask-appbuilder==5.3.0", "flask-sqlalchemy<3.1", "setuptools<80")
    given = {
        "rows": json.loads(_rows(FRENCH)),
        "queries": FRENCH.queries[:QUERIES],
        "base": f"http://{HOST}",
    }
    printed = run([python, "-c", _JOBS, folder / "jobs.db"], folder, json.dumps(given).encode())
    pages = json.loads(printed.decode().splitlines()[-1])
    return [Captured(page["query"], page["url"], page["html"].encode()) for page in pages]
