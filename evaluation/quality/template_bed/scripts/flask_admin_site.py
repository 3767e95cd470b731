"""Flask-Admin in one of its versions and template modes: its search in a list."""

import json
import sys
from datetime import datetime

from flask import Flask
from flask_admin import Admin
from flask_admin.contrib.sqla import ModelView
from flask_sqlalchemy import SQLAlchemy
from markupsafe import Markup


def main() -> None:
    """Print the pages."""
    given = json.load(sys.stdin)
    version, mode = sys.argv[1].split("-")
    app = Flask("bed")
    app.config.update(SECRET_KEY="bed", SQLALCHEMY_DATABASE_URI="sqlite://")
    db = SQLAlchemy(app)

    class Package(db.Model):
        id = db.Column(db.Integer, primary_key=True)
        title = db.Column(db.String(300))
        section = db.Column(db.String(80))
        date = db.Column(db.DateTime)

    class View(ModelView):
        column_searchable_list = ("title",)
        column_list = ("title", "section", "date")
        page_size = 10
        can_view_details = True

        def _title(self, context, model, name):
            return Markup('<a href="{}">{}</a>').format(
                self.get_url(".details_view", id=model.id), model.title
            )

        column_formatters = {"title": _title}

    if version == "1":
        admin = Admin(app, name="Documents", template_mode=mode)
        view = View(Package, db.session)
    else:
        from flask_admin.theme import Bootstrap4Theme

        admin = Admin(app, name="Documents", theme=Bootstrap4Theme())
        view = View(Package, db)
    admin.add_view(view)
    with app.app_context():
        db.create_all()
        db.session.add_all(
            Package(
                title=each["title"],
                section=each["section"],
                date=datetime.fromisoformat(each["date"]),
            )
            for each in given["articles"]
        )
        db.session.commit()
        client = app.test_client()
        pages = []
        for word in given["words"]:
            path = f"/admin/package/?search={word}"
            pages.append({"word": word, "path": path, "html": client.get(path).text})
    json.dump(pages, sys.stdout)


main()
