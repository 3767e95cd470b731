"""What the programs of the bed are filled with: made-up texts in several languages.

The same texts each time. Names of people, dates, prices and the like are drawn by a seed.
"""

import random
import zlib
from dataclasses import dataclass
from datetime import datetime, timedelta

# Things of one language; each is found by the nouns of its title and its text.
THINGS = 60
SENTENCES = 3
_FIRST_DAY = datetime(2015, 2, 3, 7, 12)
_LAST_DAYS = 3_900


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The words of a language: `titles` take adjective and two nouns, `sentences` two nouns."""

    nouns: tuple[str, ...]
    adjectives: tuple[str, ...]
    titles: tuple[str, ...]
    sentences: tuple[str, ...]
    people: tuple[str, ...]
    places: tuple[str, ...]
    sorts: tuple[str, ...]

    @property
    def queries(self) -> tuple[str, ...]:
        """The words that are asked for: nouns, since every title has two of them."""
        return self.nouns


@dataclass(frozen=True, slots=True)
class Thing:
    """An article, ware, file, …: all that some program may show of it."""

    number: int
    slug: str
    title: str
    text: str
    author: str
    place: str
    sort: str
    day: datetime
    price: float
    rating: int
    size: int


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


def _lines(text: str) -> tuple[str, ...]:
    return tuple(line.strip() for line in text.strip().splitlines())


ENGLISH = Vocabulary(
    _words(
        "kettle lantern bridge harbour garden orchard violin compass ladder teapot window saddle"
    ),
    _words("old copper quiet northern wooden broken patient hollow silver early"),
    ("The {a} {n} and the {m}", "How a {a} {n} met its {m}", "{n} or {m}: a {a} question"),
    _lines("""
        Nobody in the village could say who had left the {n} beside the {m} that evening.
        A careful look at the {n} shows that every {m} needs more light than one expects.
        They repaired the {n} twice before the {m} was finally ready to be used again.
        Some readers prefer the {n}, others would never give away their {m} for it.
        With the {n} came a letter that explained how the {m} had been made by hand.
    """),
    _lines("Ann Ode\nPeter Marsh\nLucy Fenwick\nTom Okafor\nHarriet Cole\nIan McBride"),
    _lines("Bristol\nLeeds\nCork\nAberdeen\nNorwich\nSwansea"),
    _lines("Guide\nStory\nReport\nNotice"),
)
GERMAN = Vocabulary(
    _words("Laterne Brücke Hafen Garten Geige Leiter Fenster Sattel Kessel Mühle Treppe Koffer"),
    _words("alte kupferne stille schiefe hölzerne rote kleine ferne helle breite"),
    ("{n} und {m}: eine {a} Sache", "Die {a} Wahl: {n} oder {m}", "Von {n} zu {m}, {a} Wege"),
    _lines("""
        Niemand im Dorf wusste, wer {n} und {m} an jenem Abend dort vergessen hatte.
        Ein genauer Blick auf {n} zeigt, dass man für {m} mehr Zeit braucht als gedacht.
        Zweimal wurde {n} ausgebessert, bevor endlich auch {m} wieder zu gebrauchen war.
        Manche Leser mögen {n} lieber, andere würden {m} niemals dafür hergeben wollen.
        Mit {n} kam ein Brief, der erklärte, wie {m} einst von Hand gefertigt wurde.
    """),
    _lines("Jürgen Weiß\nAnke Möller\nHeike Brandt\nUwe Krüger\nSabine Groß\nFalk Lorenz"),
    _lines("Lübeck\nErfurt\nGöttingen\nBasel\nGraz\nKöln"),
    _lines("Anleitung\nErzählung\nBericht\nHinweis"),
)
FRENCH = Vocabulary(
    _words("lanterne pont jardin violon boussole échelle théière fenêtre selle moulin port valise"),
    _words("ancien discret solide étroit fragile précieux lointain clair"),
    ("Le {n} et le {m}, récit {a}", "Un guide {a} : {n} ou {m}", "{n}, {m} et autre objet {a}"),
    _lines("""
        Personne au village ne savait qui avait laissé {n} et {m} au bord de la route.
        Un regard attentif sur {n} montre que {m} demande plus de lumière que prévu.
        On a réparé {n} deux fois avant que {m} ne soit enfin prêt à servir de nouveau.
        Certains lecteurs préfèrent {n}, d'autres ne donneraient jamais leur {m} en échange.
        Avec {n} venait une lettre qui expliquait comment {m} avait été fait à la main.
    """),
    _lines("Éloïse Martin\nBruno Lefèvre\nChloé Garnier\nYann Le Goff\nInès Roux\nPaul Aubry"),
    _lines("Nantes\nLiège\nGenève\nRouen\nDijon\nQuimper"),
    _lines("Guide\nRécit\nRapport\nAvis"),
)
SPANISH = Vocabulary(
    _words("farol puente jardín violín brújula escalera tetera ventana molino puerto maleta silla"),
    _words("antiguo discreto sólido estrecho frágil lejano claro sereno"),
    ("El {n} y el {m}, relato {a}", "Un estudio {a}: {n} o {m}", "{n} con {m} en un taller {a}"),
    _lines("""
        Nadie en el pueblo sabía quién había dejado {n} y {m} junto al camino aquella tarde.
        Una mirada atenta a {n} muestra que {m} necesita más luz de lo que se piensa.
        Arreglaron {n} dos veces antes de que {m} estuviera por fin listo para usarse.
        Algunos lectores prefieren {n}, otros nunca cambiarían su {m} por nada parecido.
        Con {n} llegó una carta que explicaba cómo {m} había sido hecho a mano.
    """),
    _lines("Inés Ortega\nPablo Núñez\nLucía Vidal\nJorge Peña\nMarta Soler\nRaúl Castaño"),
    _lines("Sevilla\nRosario\nOviedo\nQuito\nCádiz\nMérida"),
    _lines("Guía\nRelato\nInforme\nAviso"),
)
RUSSIAN = Vocabulary(
    _words("фонарь мост сад компас чайник окно седло порт чемодан колокол берег замок"),
    _words("старый тихий прочный узкий редкий далёкий светлый медный"),
    ("{a} {n} и {m}", "{n} или {m}: {a} вопрос", "Зачем нужен {a} {n}, если есть {m}"),
    _lines("""
        Никто в деревне не знал, кто оставил {n} и {m} у дороги в тот вечер.
        Внимательный взгляд на {n} показывает, что {m} требует больше света, чем кажется.
        Чинили {n} дважды, прежде чем {m} наконец можно было снова использовать.
        Одни читатели выбирают {n}, другие никогда не отдали бы свой {m} за него.
        Вместе с {n} пришло письмо о том, как {m} когда-то сделали вручную.
    """),
    _lines("Анна Орлова\nПётр Лебедев\nИрина Соколова\nОлег Зуев\nМария Белова"),
    _lines("Тверь\nПсков\nКазань\nОмск\nВологда"),
    _lines("Совет\nРассказ\nОтчёт\nОбзор"),
)
JAPANESE = Vocabulary(
    _words("灯台 石橋 庭園 羅針盤 急須 窓枠 風車 港町 旅鞄 梯子"),
    _words("古い 静かな 小さな 遠い 明るい 細い"),
    ("{a}{n}と{m}の物語", "{n}か{m}か、{a}問い", "{m}のそばの{a}{n}"),
    _lines("""
        あの晩、{n}と{m}を道のそばに置いていったのが誰なのか、村では誰も知らなかった。
        {n}をよく見ると、{m}には思ったよりも多くの光が必要であることがわかる。
        {n}は二度修理され、その後ようやく{m}も再び使えるようになった。
        {n}を好む読者もいれば、自分の{m}を決して手放さない読者もいる。
        {n}とともに、{m}がどのように手作りされたかを説明する手紙が届いた。
    """),
    _lines("佐藤花子\n鈴木一郎\n高橋美咲\n田中健\n伊藤さくら"),
    _lines("京都\n札幌\n神戸\n金沢\n長崎"),
    _lines("案内\n物語\n報告\n知らせ"),
)


def things(words: Vocabulary, count: int = THINGS) -> list[Thing]:
    """Return made-up things of a language, the same ones each time."""
    drawn = random.Random(zlib.crc32("".join(words.nouns).encode()))
    made = []
    for number in range(1, count + 1):
        noun, other = drawn.sample(words.nouns, 2)
        adjective = drawn.choice(words.adjectives)
        title = drawn.choice(words.titles).format(a=adjective, n=noun, m=other)
        sentences = drawn.sample(words.sentences, SENTENCES)
        made.append(
            Thing(
                number=number,
                slug=f"{number:02}-{zlib.crc32(title.encode()):08x}",
                title=f"{title[0].upper()}{title[1:]}",
                text=" ".join(each.format(n=noun, m=other) for each in sentences),
                author=drawn.choice(words.people),
                place=drawn.choice(words.places),
                sort=drawn.choice(words.sorts),
                day=_FIRST_DAY + timedelta(days=drawn.randrange(_LAST_DAYS), minutes=7 * number),
                price=drawn.randrange(199, 89_900) / 100,
                rating=drawn.randrange(1, 6),
                size=int(10 ** drawn.uniform(2.3, 6.8)),
            )
        )
    return made
