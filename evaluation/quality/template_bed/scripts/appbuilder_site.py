"""Flask-AppBuilder with one of the widgets that come with it for lists: its filter of titles."""

import json
import sys
from datetime import datetime

from flask import Flask
from flask_appbuilder import AppBuilder, Model, ModelView, widgets
from flask_appbuilder.models.sqla.base import SQLA
from flask_appbuilder.models.sqla.interface import SQLAInterface
from markupsafe import Markup
from sqlalchemy import Column, DateTime, Integer, String

WIDGETS = {
    "list": "ListWidget",
    "block": "ListBlock",
    "item": "ListItem",
    "link": "ListLinkWidget",
    "thumbnail": "ListThumbnail",
}


def main() -> None:
    """Print the pages."""
    given = json.load(sys.stdin)
    app = Flask("bed")
    app.config.update(
        SECRET_KEY="bed", SQLALCHEMY_DATABASE_URI="sqlite://", AUTH_ROLE_PUBLIC="Public"
    )
    db = SQLA()

    class Package(Model):
        __tablename__ = "package"
        id = Column(Integer, primary_key=True)
        title = Column(String(300))
        section = Column(String(80))
        date = Column(DateTime)

        def linked(self) -> str:
            return Markup('<a href="/packageview/show/{}">{}</a>').format(self.id, self.title)

    class PackageView(ModelView):
        datamodel = SQLAInterface(Package)
        # One of the widgets links by itself.
        list_columns = ["title" if sys.argv[1] == "link" else "linked", "section", "date"]
        label_columns = {"linked": "Title"}
        base_order = ("date", "desc")
        page_size = 10
        list_widget = getattr(widgets, WIDGETS[sys.argv[1]])

    pages = []
    with app.app_context():
        db.init_app(app)
        builder = AppBuilder(app, db.session)
        builder.add_view(PackageView, "Packages")
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
        roles = builder.sm
        public = roles.find_role("Public")
        for name in ("can_list", "can_show"):
            permission = roles.find_permission_view_menu(name, "PackageView")
            roles.add_permission_role(public, permission)
        client = app.test_client()
        for word in given["words"]:
            path = f"/packageview/list/?_flt_2_title={word}&psize_PackageView=10"
            pages.append({"word": word, "path": path, "html": client.get(path).text})
    json.dump(pages, sys.stdout)


main()
