"""Verdicts: search forms in many dresses, the usual traps, the field that takes the query."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from discovery.forms.classification import (
    classify,
    only_its_button_acts,
    rank_search_forms,
    sends_act,
)
from discovery.forms.cues import FIELD_CUES, FORM_CUES, search_form_weights
from discovery.forms.finding import find_forms
from tests.discovery.forms.pages import form_of, page_of
from tests.strategies import html_documents


def verdict_on(markup):
    return classify(form_of(markup))


SEARCH_FORMS = {
    # Wu, Meng et al. 2003, section 2.4: form, text input, and a keyword in the form tag or in the
    # text next to it.
    **{
        f"{keyword} in the {place}": markup.format(keyword)
        for keyword in ("search", "query", "find")
        for place, markup in (
            ("tag", "<form action=/{}><input name=x><input type=submit></form>"),
            ("text", "<p>{}:</p><form><input name=terms><input type=submit></form>"),
        )
    },
    "plain": "<form action=/search><input name=q><input type=submit value=Search></form>",
    "bare box named q": "<form action=/><input name=q></form>",
    "type=search only": "<form><input type=search name=x></form>",
    "landmark, telling nothing else": "<form role=search><input name=x></form>",
    "placeholder": "<form action=/go><input name=x placeholder='Search the shop'></form>",
    "words as value": "<form action=/go><input name=x value='Search…'><button>Go</button></form>",
    "button picture": "<form><input name=text><input type=image src=/img/btn_search.gif></form>",
    "by POST": "<form method=post action=/x><input name=keywords><button>Find</button></form>",
    "no action": "<form><input name=query></form>",
    "script": "<form action='javascript:doSearch()'><input name=searchbox><button>Go</form>",
    "framework's names": (
        "<form method=post><input name='ctl00$head$txtSearch'>"
        "<input type=submit name='ctl00$head$btnSearch' value=Go></form>"
    ),
    "categories and options": (
        "<form action=/s>Search <select name=cat><option>all</select> <input name=w> "
        "<input type=checkbox name=t> titles only <button>Search</button></form>"
    ),
    "advanced": (
        "<form action=/advanced-search><label>All words <input name=all></label>"
        "<label>Title <input name=title></label><label>Author <input name=author></label>"
        "<label>From <input name=from_year></label><button>Search</button></form>"
    ),
    "searching people": (
        "<form action=/people><input name=q placeholder='Search by name or phone number'></form>"
    ),
    "page-wide form with a login": (
        "<form method=post action=/default.aspx><input name=user>Name <input type=password name=pw>"
        "<input type=submit name=login value='Log in'><p>Search the site</p>"
        "<input name=searchText><input type=submit name=searchButton value=Search></form>"
    ),
}


@pytest.mark.parametrize("markup", SEARCH_FORMS.values(), ids=SEARCH_FORMS)
def test_search_forms(markup):
    verdict = verdict_on(markup)
    assert verdict.is_search, verdict
    assert verdict.query_field


OTHER_FORMS = {
    "login": (
        "<form action=/login><input name=user><input type=password name=p><button>Log in</form>"
    ),
    "password recovery with one field": (
        "<h2>Forgot your password?</h2><form method=post>"
        "<label>Your e-mail <input name=email></label><button>Find my account</button></form>"
    ),
    "user name recovery": (
        "<form action=/recover>User name: <input name=login><button>Retrieve password</form>"
    ),
    "newsletter": (
        "<form action=/newsletter method=post><input name=x placeholder='Your e-mail address'>"
        "<button>Subscribe</button></form>"
    ),
    "newsletter on a search page": (
        "<div class=search-sidebar><form action=/search/subscribe><input name=email>"
        "<input type=submit value='Sign up'></form></div>"
    ),
    "store locator": (
        "<form action=/stores><label>Find a store near you <input name=zip placeholder='ZIP code'>"
        "</label><button>Find</button></form>"
    ),
    "location": "<form action=/locations><input name=location placeholder='City, State'></form>",
    "price filter": (
        "<form action=/list class=filter>Price <input name=price_min> to <input name=price_max>"
        "<button>Filter</button></form>"
    ),
    "sorting": "<form action=/search>Sort by <select name=sort><option>price</select></form>",
    "add to cart": (
        "<form action=/cart/add>Qty <input name=qty value=1><button>Add to cart</button></form>"
    ),
    "coupon": "<form action=/checkout><input name=coupon_code><button>Apply</button></form>",
    "order tracking": (
        "<form action=/track><label>Order number <input name=order_id></label><button>Track</form>"
    ),
    "comment": (
        "<form action=/comment method=post>Name <input name=author> "
        "<textarea name=comment></textarea><button>Post comment</button></form>"
    ),
    "contact": (
        "<form method=post id=contact>Name <input name=name> Subject <input name=subject>"
        "Message <textarea name=message></textarea><button>Send</button></form>"
    ),
    "registration": (
        "<form action=/register method=post>User <input name=username> "
        "E-mail <input type=email name=e> Password <input type=password name=p> "
        "City <input name=city><button>Register</form>"
    ),
    "captcha": (
        "<form method=post>Type the characters <input name=captcha><button>OK</button></form>"
    ),
    "poll": "<form method=post><input type=radio name=v> yes <button>Vote</button></form>",
    "question to people": (
        '<form action=/questions/new><input name=title placeholder="What\'s your question?">'
        "<button>Ask a question</button></form>"
    ),
    "language choice": "<form><select name=lang><option>en</select><button>Go</button></form>",
    "research newsletter": "<form action=/research><input name=email><button>Send</button></form>",
    "visit": (
        "<p>Besuchen Sie uns</p><form method=post><input name=termin><button>OK</button></form>"
    ),
    "application with an upload": (
        "<form method=post>Position <input name=position><input type=file name=cv></form>"
    ),
    "empty": "<form action=/search></form>",
    "only hidden fields": "<form action=/search><input type=hidden name=q><button>Search</form>",
}


@pytest.mark.parametrize("markup", OTHER_FORMS.values(), ids=OTHER_FORMS)
def test_other_forms(markup):
    verdict = verdict_on(markup)
    assert not verdict.is_search, verdict


@pytest.mark.parametrize(
    "words",
    "Suche|Suchen|Rechercher|Chercher|Buscar|Búsqueda|Pesquisar|Procurar|Cerca|Ricerca|Zoeken|Sök|"
    "Søg|Søk|Haku|Etsi|Szukaj|Hledat|Hľadať|Keresés|Căutare|Išči|Traži|Paieška|Meklēt|Otsi|Ara|Поиск|"
    "Найти|Пошук|Търсене|Претрага|Αναζήτηση|חיפוש|بحث|جستجو|खोज|ค้นหา|Tìm kiếm|Cari|検索|搜索|搜尋|"
    "검색|ძებნა|Որոնել".split("|"),
)
def test_languages(words):
    assert verdict_on(f"<form><input name=x><button>{words}</button></form>").is_search
    assert verdict_on(f"<form><input name=x placeholder='{words}'></form>").is_search


@pytest.mark.parametrize(
    ("fields", "name"),
    [
        ("<input name=user><input name=q>", "q"),
        ("<input name=zip placeholder=ZIP><input name=what placeholder=Keywords>", "what"),
        ("<input name=trap style=display:none><input name=x>", "x"),
        ("<input name=min_price> <input name=max_price> <input name=w>", "w"),
        ("<input name=first_name><input name=last_name><label>Keyword <input name=a></label>", "a"),
        ("<input name=email><input name=a><button>Search</button>", "a"),
        ("<input><input name=q>", "q"),
        ("<textarea name=notes></textarea><input name=x>", "x"),
        ("<input name=words><input name=words2>", "words"),
        ("<input name='form[search]'><input name='form[email]'>", "form[search]"),
        # Without a name, or by price alone, there is none.
        ("<input type=search placeholder=Search>", None),
        ("Price <input name=price_from><input name=price_to><button>Search</button>", None),
    ],
)
def test_query_field(fields, name):
    assert verdict_on(f"<form action=/search role=search>{fields}</form>").query_field == name


def test_scores_are_sums_of_cues_none_of_which_is_idle():
    weights = search_form_weights().weights
    assert len(weights) == len(FIELD_CUES) + len(FORM_CUES)
    for markup in (*SEARCH_FORMS.values(), *OTHER_FORMS.values()):
        verdict = verdict_on(markup)
        if verdict.score > -10:
            assert verdict.score == sum(weights[name] for name in verdict.cues)
            assert not verdict.is_search or verdict.score >= 0
    seen = set()
    for markup in (*SEARCH_FORMS.values(), *OTHER_FORMS.values(), *RARER_SIGNS):
        seen.update(verdict_on(markup).cues)
    assert {cue.name for cue in (*FIELD_CUES, *FORM_CUES)} - seen == set()


RARER_SIGNS = (
    "<p>Find it here</p><form class=search><input name=x></form>",
    "<div class=site-search><form><input></form></div>",
    "<div><input name=outside></div>",
    "<form><input name=trap style=display:none></form>",
    "<form><textarea name=notes></textarea><input type=email name=e></form>",
    "<form><input name=pass><input name=email></form>",
    "<form><input name=message></form>",
    "<p>Lost password</p><form><input name=x></form>",
    "<form>" + "<input name=x>" * 3_000 + "</form>",
)


def test_ranking():
    page = page_of(
        "<form action=/login><input name=user><input type=password name=p></form>"
        "<form><input name=s></form>"
        "<form action=/search role=search><input type=search name=q><button>Search</button></form>"
        "<form action=/newsletter><input name=email><button>Subscribe</button></form>"
        "<form action=/search role=search><input type=search name=q><button>Search</button></form>"
    )
    ranked = rank_search_forms(page)
    assert [form.index for form, _ in ranked] == [2, 4, 1]
    assert all(verdict.is_search for _, verdict in ranked)
    box = "<input name=q placeholder=Search><button>Search</button>"
    ranked = rank_search_forms(page_of(f"<div>{box}</div><form>{box}</form>"))
    assert [form.pseudo for form, _ in ranked] == [False, True]
    page = page_of(
        "<form action=/go><input name=x><button>Go</button></form>"
        "<form><input name=text><button>OK</button></form>"
    )
    assert rank_search_forms(page) == ()


@settings(max_examples=60, deadline=None)
@given(html_documents())
def test_no_page_raises_and_indexes_follow_document_order(markup):
    page = page_of(f"<p>{markup}")
    found = find_forms(page)
    assert [form.index for form in found] == list(range(len(found)))
    assert sum(not form.pseudo for form in found) == len(page.root.findall(".//form"))
    ranked = rank_search_forms(page)
    assert [v.score for _, v in ranked] == sorted((v.score for _, v in ranked), reverse=True)


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=200), st.text(max_size=60), st.text(max_size=60))
def test_any_text_in_a_form_is_judged_by_a_field_of_the_form(markup, name, action):
    for attribute in ("name", "id", "type", "placeholder", "value"):
        page = page_of(
            f'<form action="{action}"><input {attribute}="{name}">{markup}<input name=q>'
        )
        for form in find_forms(page):
            verdict = classify(form)
            assert verdict.query_field is None or verdict.query_field in {
                field.name for field in form.fields
            }


@pytest.mark.parametrize(
    ("markup", "is_typed_into"),
    [
        ("<form role=search {RUN}><input name=q><button>Clear</button></form>", True),
        ("<form class=site-search {RUN}><input name=q><button>Delete</button></form>", True),
        ("<form role=search action=/wipe><input name=q><button>Clear</button></form>", False),
        (
            "<form role=search {RUN}><h3>Delete it</h3><input name=q><button>OK</button></form>",
            False,
        ),
        ("<form {RUN}><input name=q><button>Clear</button></form>", False),
    ],
)
def test_a_search_whose_button_acts_is_typed_into_in_a_browser_and_never_sent(
    markup, is_typed_into
):
    form = form_of(markup.replace("{RUN}", "action='javascript:;'"))
    assert sends_act(form)
    assert only_its_button_acts(form) is is_typed_into
