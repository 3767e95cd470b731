"""Forms that would do something are no search forms, whatever else speaks for it; searches are."""

import pytest

from discovery.forms.classification import classify
from discovery.forms.finding import acting_addresses, find_forms
from discovery.pages.acts import link_acts, says_act
from tests.discovery.forms.pages import form_of, page_of

# Each has a sign of search: without one no form is sent anyway.
ACTS = {
    "button": "<form action=/x role=search><input type=search name=q><button>Delete</form>",
    "address": "<form action=/orders/purge><input name=q><button>Search</button></form>",
    "noun in the address": "<form action=/transfer><input type=search name=q></form>",
    "address of the button": (
        "<form action=/x><input type=search name=q><button formaction=/account/delete>OK</form>"
    ),
    "query of the address": (
        "<form action='/x?op=wipe' method=post><input type=search name=q></form>"
    ),
    "command": (
        "<form action=/search><input type=hidden name=cmd value=purge><input name=q></form>"
    ),
    "method": (
        "<form action=/items method=post><input type=hidden name=_method value=DELETE>"
        "<input type=search name=q></form>"
    ),
    "flag": "<form action=/search><input type=hidden name=confirm value=1><input name=q></form>",
    "chosen command": (
        "<form action=/x><select name=action><option value=remove>Go</select>"
        "<input type=search name=q></form>"
    ),
    "value of the button": (
        "<form action=/x><input type=search name=q><button name=do value=delete>Go</button></form>"
    ),
    "legend": (
        "<form action=/x><fieldset><legend>Order now</legend><input type=search name=q></fieldset>"
        "</form>"
    ),
    "name of the form": "<form id=delete-account><input type=search name=q></form>",
    "script that asks": (
        "<form action=/x onsubmit=\"return confirm('Really?')\"><input type=search name=q></form>"
    ),
    "field that asks for a word": (
        "<form action=/x><input name=q placeholder='Type DELETE to confirm'><button>OK</form>"
    ),
    "field named so": "<form action=/find-out><input name=confirm><button>OK</button></form>",
    "password": "<form action=/x><input type=search name=q><input type=password name=p></form>",
    "upload": "<form action=/x><input type=search name=q><input type=file name=f></form>",
    "written together": "<form action=/placeOrder><input type=search name=q></form>",
    "picture of the button": (
        "<form action=/x role=search><input type=search name=q><input type=image src=/i/trash.png>"
    ),
    "icon of the button": (
        "<form action=/x role=search><input type=search name=q><button><i class='fa fa-trash'></i>"
    ),
    "title of the icon": (
        "<form action=/x role=search><input type=search name=q><button><svg><title>Delete</title>"
        "</svg></button></form>"
    ),
    "picture sign": "<form action=/x role=search><input type=search name=q><button>🗑️</button>",
    "words that stand elsewhere": (
        "<b id=l>Delete all</b><form action=/x role=search><input type=search name=q>"
        "<button aria-labelledby=l></button></form>"
    ),
    "a word that nobody knows": (
        "<form action=/x role=search><input type=search name=q><button>Zorble it</button></form>"
    ),
    "method for scripts": (
        "<form action=/x role=search data-method=delete><input type=search name=q><button>Go"
    ),
    "asked by a script's attribute": (
        "<form action=/x role=search><input type=search name=q><button data-confirm='Sure?'>Go"
    ),
    "sent by a script": "<form hx-delete=/x role=search><input type=search name=q><button>Go",
    "called by the button": (
        "<form action=/x role=search><input type=search name=q><button onclick='doDelete()'>Go"
    ),
    "heading": "<h2>Delete your account</h2><form action=/x role=search><input type=search name=q>",
    "words in the form": (
        "<form action=/x role=search><p>Pages found will be deleted.</p><input type=search name=q>"
    ),
    "checked box": (
        "<form action=/x role=search><input type=search name=q><input type=checkbox name=m "
        "value=delete checked><button>OK</button></form>"
    ),
    "command for short": "<form action=/del.php><input type=search name=q><button>Go</button>",
    "found and removed": (
        "<form action=/x method=post><input name=q placeholder='Find and remove'><button>Go"
    ),
    "by POST": "<form action=/order2 method=post><input name=q><button>Buy with one click</form>",
}
SEARCHES = {
    "of orders": "<form action=/orders><input name=x><button>Search orders</button></form>",
    "of a report": "<form action=/report/search><input name=x><button>Find a report</form>",
    "in one word": "<form action=/finden><input name=x><button>Bestellsuche</button></form>",
    "sorted": (
        "<form action=/search><input name=q><select name=order><option>asc</select>"
        "<input type=hidden name=orderby value=date><label>Order by</label></form>"
    ),
    "with a command": (
        "<form action=/index.php><input type=hidden name=action value=opensearch>"
        "<input name=q></form>"
    ),
    "of what was deleted": "<form action=/x><input name=q><button>Search deleted items</form>",
    "by POST, its field named anyhow": (
        "<form action=/x method=post><input name=zz><button>Search</button></form>"
    ),
    "of rooms, with the day of leaving": (
        "<form action=/search><input name=q placeholder=Where?><input name=checkin>"
        "<input name=checkout><button>Search</button></form>"
    ),
    "by a button of an unknown word": (
        "<form action=/search><input name=q><button>Zorble</button></form>"
    ),
    "by a button that says to go on": "<form action=/x><input name=q><button>Los geht’s!</button>",
    "by its icon": "<form action=/x><input name=zz><button><i class='fa fa-search'></i></button>",
    "shown by exchange": (
        "<form action=/x data-turbo-action=replace data-controller=form onsubmit='go()'>"
        "<input type=search name=q></form>"
    ),
    "what to buy": (
        "<form action=/search><input name=q placeholder='What do you want to buy?'><button>Search"
        "</button></form>"
    ),
    "on the page that signs in": "<form><input name=q><button>Search</button></form>",
}
BUTTONS = {
    "af": "Verwyder", "ar": "حذف الحساب", "az": "Sifariş ver", "bg": "Изтриване", "bn": "মুছুন",
    "ca": "Comprar ara", "cs": "Objednat", "cy": "Dileu", "da": "Slet konto", "de": "Jetzt kaufen",
    "el": "Διαγραφή", "en": "Place order", "es": "Eliminar cuenta", "et": "Kustuta konto",
    "eu": "Ezabatu", "fa": "حذف حساب", "fi": "Poista tili", "fr": "Supprimer le compte",
    "ga": "Scrios", "gl": "Eliminar", "gu": "ખરીદો", "he": "מחק חשבון", "hi": "खाता हटाएं",
    "hr": "Obriši", "hu": "Megrendelem", "hy": "Ջնջել", "id": "Hapus akun", "is": "Eyða",
    "it": "Acquista ora", "ja": "削除する", "ka": "წაშლა", "kk": "Жою", "km": "លុបគណនី",
    "ko": "계정삭제", "lo": "ລຶບ", "lt": "Ištrinti", "lv": "Dzēst", "mk": "Избриши",
    "ml": "ഇല്ലാതാക്കുക", "mn": "Устгах", "mt": "Ħassar", "nl": "Verwijderen", "no": "Slett",
    "pl": "Usuń konto", "pt": "Excluir conta", "ro": "Șterge", "ru": "Удалить аккаунт",
    "sk": "Vymazať", "sl": "Izbriši", "sq": "Fshi", "sr": "Обриши налог", "sv": "Ta bort",
    "sw": "Futa", "ta": "நீக்கு", "te": "తొలగించు", "th": "ลบบัญชี", "tl": "Tanggalin",
    "tr": "Hesabı sil", "uk": "Видалити", "ur": "حذف کریں", "vi": "Xóa tài khoản", "zh": "立即购买",
}  # fmt: skip


@pytest.mark.parametrize("markup", ACTS.values(), ids=ACTS)
def test_what_acts_is_never_sent(markup):
    verdict = classify(form_of(markup))
    assert not verdict.is_search
    assert verdict.query_field is None


@pytest.mark.parametrize("markup", SEARCHES.values(), ids=SEARCHES)
def test_searches_that_name_acts_are_searches(markup):
    page = page_of(markup, "http://a.example/signin")
    verdict = classify(find_forms(page)[0])
    assert verdict.is_search, verdict


@pytest.mark.parametrize(("code", "words"), BUTTONS.items(), ids=BUTTONS)
def test_acts_are_known_in_every_language(code, words):
    assert says_act(words)
    markup = f"<form action=/x role=search><input type=search name=q><button>{words}</form>"
    assert not classify(form_of(markup)).is_search


def test_of_several_buttons_none_that_acts_is_pressed():
    form = form_of(
        "<form action=/list><input name=q><button name=all value=1 formaction=/delete>Delete all"
        "</button><button name=go value=2>Search</button></form>"
    )
    assert classify(form).is_search
    assert form.default_submit is not None
    assert (form.default_submit.name, form.action) == ("go", "http://site.example/list")


@pytest.mark.parametrize(
    ("address", "text", "acts"),
    [
        ("http://a.example/logout", "", True),
        ("http://a.example/delete?id=3", "Find more", True),
        ("http://a.example/posts/3/remove", "", True),
        ("http://a.example/x?action=purge", "", True),
        ("http://a.example/x/17", "Delete", True),
        ("http://a.example/x?id=17", "通过", True),
        ("http://a.example/x?id=17", "Archivieren", True),
        ("http://a.example/x/17/like", "", True),
        ("http://a.example/x", "تسجيل الخروج", True),
        ("http://a.example/del.php?id=3", "🗑", True),
        ("http://a.example/search", "Search", False),
        ("http://a.example/how-to-delete-a-row.html", "How to delete a row", False),
        ("http://a.example/list?order=asc&sort=name", "Name", False),
    ],
)
def test_links_that_act(address, text, acts):
    assert link_acts(address, text) is acts


@pytest.mark.parametrize(
    ("form", "acts"),
    [
        ("<form action=/pass><input name=note><button>Approve all</button></form>", True),
        ("<form action=/pass?all=1><input type=submit value=Approve></form>", True),
        ("<form action=/pass method=post><button>Approve all</button></form>", False),
        ("<form action=/pass><input name=q><button>Search</button></form>", False),
        ("<form action=/pass><button type=reset>Clear basket</button></form>", False),
        ("<form><button>Delete</button></form>", False),
        ("<form action=/find><button>Find</button><button formaction=/pass>Delete</button>", True),
    ],
)
def test_where_a_form_acts_a_link_does(form, acts):
    page = page_of(form, "http://a.example/list?page=1")
    assert acting_addresses(page) == ({"http://a.example/pass"} if acts else set())
