"""The words of all languages, one file each, and those of no language: marks, names of keys.

The name of a list says how its entries are matched. `…_words` are whole words. `…_stems` are
beginnings of words. `…_signs` are found anywhere in a text, for scripts without spaces. Other
lists say it in their comments; patterns are regular expressions of the module `re`. Words are
written as the readers see them: case folded in the sections `hits_line`, `no_result`, `pager`,
`walls`, `choices` and `sayings`, in lower case elsewhere ("İleri".lower() has a dot too many:
"ileri").
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any, Literal

import msgspec

Words = frozenset[str]
# Beginnings of words, signs or patterns.
Entries = tuple[str, ...]
# Pairs of word lists: a line says the thing when it has a word of both (or of one, if alone).
# Words are beginnings of words; in scripts without spaces they are found anywhere.
Sayings = tuple[tuple[Entries, Entries], ...]
# As `discovery.connection.ParameterRole` writes them, so that this folder imports nothing.
Role = Literal["language", "date", "category", "safe-search", "page-size", "sort"]
Period = Literal["day", "week", "month", "year"]
SafeLevel = Literal["strict", "moderate", "off"]
# As `wrappers.extraction.ItemKind` writes them.
Item = Literal["date", "author", "price", "rating", "size", "type", "number"]
Subject = Literal[
    "Books", "Food", "Images", "Jobs", "Maps", "Music", "News", "Reference", "Science", "Shopping",
    "Software", "Travel", "Videos",
]  # fmt: skip


class Section(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A part of a language's file; what is left out is empty."""


class FormWords(Section, frozen=True):
    """What a form is for: patterns, matched with lower-case text.

    *Words* are what a reader sees (labels, buttons, headings), *marks* what an author writes
    (names, ids, classes, addresses). Marks come through `spaced_marks` of `discovery/forms`, so
    that `\\b` stands between their parts; they have no accents. Looking back keeps visits
    ("besuchen", "bezoek"), trials, studies and requests ("versuchen", "onderzoek") out.
    """

    search_words: Entries = ()
    search_marks: Entries = ()
    # Whole names of fields that hold a query and little else; and of those that hold much else.
    query_names: Entries = ()
    vague_query_names: Entries = ()
    email: Entries = ()
    password: Entries = ()
    account: Entries = ()
    subscribe: Entries = ()
    message: Entries = ()
    # What a button that sends begins with, be it a message or a query.
    send: Entries = ()
    purchase: Entries = ()
    place: Entries = ()
    # Looking for the nearest shop, not for a text.
    locator: Entries = ()
    measure: Entries = ()
    person: Entries = ()
    refine: Entries = ()
    code: Entries = ()
    # What links to a search page say, in their text or address.
    search_links: Entries = ()


class ActWords(Section, frozen=True):
    """What buttons, addresses and fields say that do something: delete, order, confirm, log in.

    Whoever reads them leaves the spaces of an entry out: "log out" is "logout", too.
    """

    # Acts, whatever else is said.
    words: Words = frozenset()
    stems: Words = frozenset()
    signs: Words = frozenset()
    # Words for an act and for what comes of it, too (an order, a report): no act where the same
    # text says to search.
    noun_words: Words = frozenset()
    noun_stems: Words = frozenset()
    noun_signs: Words = frozenset()
    # Whole texts of buttons that are as often something else in a text: "Book", "Post".
    whole_texts: Words = frozenset()
    # What begins like an act and is none: "order by", "deleted".
    others: Words = frozenset()
    # Whole texts of buttons that say no more than to go on: "Go", "OK", "Show results".
    neutral_texts: Words = frozenset()


class ControlWords(Section, frozen=True):
    """What the controls of a form select, and what their choices say: patterns, in any case."""

    # Whole names, in lower case without separators.
    names: dict[Role, Entries] = {}
    labels: dict[Role, Entries] = {}
    # What the label of a choice says of the period before now.
    periods: dict[Period, Entries] = {}
    # Whole words for the levels of a filter; words that only such a filter has.
    safe_levels: dict[SafeLevel, Entries] = {}
    safe_proofs: Entries = ()
    # "All", as the first word of a choice.
    everything_words: Entries = ()
    everything_signs: Entries = ()


class PagerWords(Section, frozen=True):
    """Labels of pagers: "next", "more", arrows, and what may stand beside them."""

    next_words: Words = frozenset()
    next_signs: Entries = ()
    # "More results": the same address with a larger count or offset.
    more_words: Words = frozenset()
    more_signs: Entries = ()
    # Signs that point onward. A double one may mean "last page".
    arrows: Words = frozenset()
    # "next page", "next 10 results", "go to the next page".
    fillers: Words = frozenset()


class HitsLineWords(Section, frozen=True):
    """Hits lines; Wu, Meng et al. 2003, 2.6, name "found, returned, matches, results, etc."."""

    # What is counted, or that it was found.
    hit_stems: Entries = ()
    hit_signs: Entries = ()
    # The number beside these counts pages; before an ordinal sign it is a page's own number.
    page_stems: Entries = ()
    page_signs: Entries = ()
    ordinal_signs: Entries = ()
    # Units of time: "in 0.12 seconds" counts nothing that was found.
    time_words: Words = frozenset()
    time_stems: Entries = ()
    time_signs: Entries = ()
    # Between the ends of a range ("1 to 15"); between a part and the whole ("1-10 of 200").
    range_words: Words = frozenset()
    of_words: Words = frozenset()
    # Whole words and signs beside an amount of money.
    currencies: Entries = ()
    # Signs after the number that multiply it.
    multipliers: dict[str, int] = {}


class NoResultWords(Section, frozen=True):
    """How engines say that nothing was found: cues, never the rule; and "did you mean"."""

    nothing_words: Words = frozenset()
    nothing_stems: Entries = ()
    nothing_signs: Entries = ()
    # Before the query that an engine proposes instead of the one asked; found anywhere.
    suggesting: Entries = ()
    # That other things are shown instead: similar or popular ones; found anywhere.
    instead: Entries = ()


class WallWords(Section, frozen=True):
    """What pages that are no answer say in title, heading or text; found anywhere."""

    challenge: Entries = ()
    refusing: Entries = ()
    consent: Entries = ()
    login: Entries = ()
    script: Entries = ()


class ChoiceWords(Section, frozen=True):
    """What pages ask a visitor before they show anything, and the buttons that answer it.

    Beginnings of words, but where it says otherwise.
    """

    # What a notice about cookies speaks of; that one is asked for one's age, country, language.
    consent: Entries = ()
    age: Sayings = ()
    region: Sayings = ()
    language: Sayings = ()
    # Buttons that refuse, that allow what is necessary, that allow all.
    refuse: Entries = ()
    necessary: Entries = ()
    accept: Entries = ()
    # That one is old enough, or is not.
    of_age: Entries = ()
    under_age: Entries = ()
    # Whole buttons that go on: "OK", "Continue".
    go_on: Words = frozenset()
    # Whole words that turn a button round: "without", "not".
    negations: Words = frozenset()
    # Buttons that do something else: log in, subscribe, pay, download, or open a choice of many.
    never: Entries = ()
    # Of countries, those for all others.
    everywhere: Entries = ()


class MessageSayings(Section, frozen=True):
    """What pages say instead of giving an answer, in a line of text."""

    robot_check: Sayings = ()
    # What the programs behind a site say when they fail, in the words of these programs.
    program_fault: Sayings = ()
    # That the address asked leads to no page: said of one page, "nothing found" of many.
    page_gone: Sayings = ()
    # That what a form sent is out of date: its token, its key.
    token: Sayings = ()
    rate_limit: Sayings = ()
    refusal: Sayings = ()
    # That so much was found that nothing is shown.
    too_many: Sayings = ()
    maintenance: Sayings = ()
    # That there is no site any more: its hoster, or a dealer in names, answers in its place.
    site_gone: Sayings = ()
    consent: Sayings = ()
    login: Sayings = ()
    server_fault: Sayings = ()
    # That an engine cannot make anything of a query.
    complaint: Sayings = ()
    # What stands between a visitor and the web: no connection, a network to be entered, a filter
    # of a family, a school or a firm, a proxy that does not get through.
    offline: Sayings = ()
    portal: Sayings = ()
    filter: Sayings = ()
    proxy: Sayings = ()
    # That a page is not for a browser like this: one that blocks advertisements, an old one.
    ad_blocker: Sayings = ()
    old_browser: Sayings = ()
    # That something failed, in a headline of a page that is not the engine's.
    failure: Sayings = ()
    # That what is shown is of an earlier day; that something is for later, or over.
    earlier: Sayings = ()
    announced: Sayings = ()


class DateWords(Section, frozen=True):
    """Dates of records."""

    # Beginnings of the names of months.
    months: Entries = ()
    # Patterns of units of time; what follows or precedes a number of them ("ago").
    units: Entries = ()
    ago_after: Entries = ()
    ago_before: Entries = ()
    ago_signs: Entries = ()
    # Patterns of dates in numbers with words between them.
    numeric: Entries = ()
    # What stands after the number of a day; between the parts of a date.
    ordinals: Entries = ()
    of: Entries = ()
    # Words before the number of a version, whole.
    versions: Entries = ()
    # Words between a unit of time and a day to come ("days until 24 December"), or one gone by.
    until: Entries = ()
    since: Entries = ()


class RecordWords(Section, frozen=True):
    """Details of records, as they are written."""

    # "by Ann Ode", at the beginning of a text, in any case.
    bylines: Entries = ()
    # Patterns of whole labels, in any case; what stands between one and the advertiser's name.
    # French forums say "Annonce :" before the title of what all should read.
    advertisement_labels: Entries = ()
    advertisers: Entries = ()
    # Names of currencies after an amount.
    currency_words: Entries = ()
    currency_stems: Entries = ()
    # Patterns of units of size after a number.
    file_sizes: Entries = ()
    # Words of labels and table headings, whole, that say what an item is.
    item_names: dict[Item, Entries] = {}
    # Beginnings of the word for stars, and of others that say that something is rated; what stands
    # between the rating and the best one ("4.5 out of 5"), and between the best one and the rating
    # where that follows.
    star_words: Entries = ()
    rating_words: Entries = ()
    rating_between: Entries = ()
    rating_after_best: Entries = ()


class ProbingWords(Section, frozen=True):
    """What an engine is asked for while it is learned, and what is never worth asking."""

    # Nouns of many topics, the most widespread first. Hand-made; a site of whatever topic answers
    # at least some of the first ten.
    general: Entries = ()
    function: Words = frozenset()
    # What pages say of themselves and of the site rather than of a topic.
    navigation: Words = frozenset()


class Lexicon(Section, frozen=True):
    """The words of a language, or of all of them."""

    forms: FormWords = FormWords()
    acts: ActWords = ActWords()
    controls: ControlWords = ControlWords()
    pager: PagerWords = PagerWords()
    hits_line: HitsLineWords = HitsLineWords()
    no_result: NoResultWords = NoResultWords()
    walls: WallWords = WallWords()
    choices: ChoiceWords = ChoiceWords()
    sayings: MessageSayings = MessageSayings()
    dates: DateWords = DateWords()
    records: RecordWords = RecordWords()
    probing: ProbingWords = ProbingWords()
    # What sites say of themselves and their things: patterns of whole words, as `words_of` of
    # `metasearch/brokering` folds them, small and without accents ("kitaplari"). Words that sites
    # of every field use ("search", "page") are left out.
    subjects: dict[Subject, Entries] = {}


# One file a language, named by its code (ISO 639-1); `any` holds what belongs to none.
FOLDER = Path(__file__).parent / "languages"


@cache
def languages() -> Mapping[str, Lexicon]:
    """Return the words of each language by its code; raises ValidationError for a wrong file."""
    paths = sorted(FOLDER.glob("*.json"))
    decoder = msgspec.json.Decoder(Lexicon)
    return {path.stem: decoder.decode(path.read_bytes()) for path in paths}


@cache
def lexicon() -> Lexicon:
    every: Lexicon = _joined(tuple(languages().values()))
    return every


def any_of(patterns: Iterable[str]) -> str:
    """Return a pattern that matches whatever one of the patterns matches."""
    return f"(?:{'|'.join(patterns)})"


def any_text(texts: Iterable[str]) -> str:
    """Return a pattern that matches any of the texts as it stands, the longest first."""
    return any_of(re.escape(text) for text in sorted(texts, key=len, reverse=True))


def _joined(values: Sequence[Any]) -> Any:
    first = values[0]
    if isinstance(first, Section):
        fields = first.__struct_fields__
        return type(first)(**{name: _joined([getattr(v, name) for v in values]) for name in fields})
    if isinstance(first, dict):
        keys = dict.fromkeys(chain.from_iterable(values))
        return {key: _joined([value[key] for value in values if key in value]) for key in keys}
    if isinstance(first, frozenset):
        return first.union(*values)
    if isinstance(first, tuple):
        return tuple(dict.fromkeys(chain.from_iterable(values)))
    return first


# Marks in the source of challenge pages, by vendor, as documented or served by them. These are
# formats: each vendor's page carries them on every site. Lower case. The first table's stand on
# nothing but challenge pages, the second's also on pages that embed a check or are watched by one.
CHALLENGE_PAGE_MARKS = {
    "cf-browser-verification": "Cloudflare",
    "cf_chl_opt": "Cloudflare",
    "captcha-delivery.com/c.js": "DataDome",
    "captcha-delivery.com/captcha": "DataDome",
    "px-captcha": "PerimeterX",
    "_incapsula_resource?cwudnsai": "Imperva Incapsula",
    "distil_r_captcha": "Distil",
    "/_sec/cp_challenge": "Akamai",
    "awswafcookiedomainlist": "AWS WAF",
    "sucuri_cloudproxy_js": "Sucuri",
    "showcaptcha": "SmartCaptcha",
    "anubis_challenge": "Anubis",
}
CHALLENGE_PART_MARKS = {
    "/cdn-cgi/challenge-platform/": "Cloudflare",
    "cf-turnstile": "Cloudflare Turnstile",
    "captcha-delivery.com": "DataDome",
    "_incapsula_resource": "Imperva Incapsula",
    "awswafintegration": "AWS WAF",
    "ddos-guard": "DDoS-Guard",
    "smartcaptcha": "SmartCaptcha",
    "g-recaptcha": "reCAPTCHA",
    "recaptcha/api": "reCAPTCHA",
    "hcaptcha.com": "hCaptcha",
    "h-captcha": "hCaptcha",
    "frc-captcha": "Friendly Captcha",
    "arkoselabs": "Arkose",
    "geetest": "GeeTest",
    "altcha-widget": "ALTCHA",
    "mcaptcha": "mCaptcha",
    "captcha": "captcha",
}
# Ids of the element that scripts of the common frameworks fill.
APP_ROOTS = frozenset(
    "root app __next __nuxt react-root app-root main-app ember-app svelte q-app ___gatsby".split()
)


# Names that programmers give to data, in lower case, words joined, by what they say of their value.
DATA_KEYS = {
    "title": frozenset(
        "title titles name headline heading header subject caption label term question topic "
        "titel titre titulo título titolo nombre nom naam nome titleplain titletext titlehtml "
        "displayname fulltitle fullname prefname preflabel displaytitle displaytext".split()
    ),
    "text": frozenset(
        "description desc summary abstract text body content snippet excerpt teaser preview "
        "extract synopsis intro details message comment answer beschreibung texte inhalt "
        "contents markdown html note notes lead blurb subtitle tagline".split()
    ),
    "person": frozenset(
        "author authors creator creators contributor user username owner by writer editor "
        "publisher artist login maintainer uploader members member autor auteur".split()
    ),
    "sort": frozenset(
        "type kind category categories tag tags genre section status state language lang locale "
        "format license keyword keywords topics class group role facet facets source journal "
        "repository container level country city color colour brand version mime subject".split()
    ),
    "address": frozenset(
        "url urls uri link links href permalink permalinks canonical website homepage web html "
        "alternate page location loc address landing slugurl relpermalink path guid".split()
    ),
    "program": frozenset(
        "self api json xml rest edit delete endpoint resource next prev previous first last "
        "download git ssh clone webhook hooks feed atom rss stats related schema graphql "
        "thumbnailurl embed amp comments login logout".split()
    ),
    "picture": frozenset(
        "image images img imageurl imageurl thumbnail thumbnails thumb thumburl icon icons avatar "
        "photo photos picture pictures logo cover covers poster banner media gallery avatarurl "
        "gravatar enclosure screenshot favicon preview".split()
    ),
    "date": frozenset(
        "date dates time timestamp datetime created updated published modified at on added "
        "pubdate issued year released ts since changed posted lastmod epoch datum".split()
    ),
    "number": frozenset("id ids _id uid uuid guid key pk slug hash etag oid sha md5 index".split()),
    "total": frozenset(
        "total totals count numfound found totalresults totalcount nbhits hits numberofrecords "
        "totalhits resultcount matches estimatedtotalhits numresults recordstotal results "
        "totalelements totalitems totalrecords hitcount totalmatches numberofresults totalsize "
        "resultscount recordsfiltered size num nbresults totalnumber filteredtablerowscount "
        "nhits treffer anzahl resultats gesamt".split()
    ),
    "next": frozenset("next nextpage nexturl nextlink more nextpageurl after".split()),
}
