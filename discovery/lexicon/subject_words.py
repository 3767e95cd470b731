"""The words by which sites tell what they are about, by category.

Folded as `words_of` folds them: small, without accents. Each is a regular expression of a whole
word. Gathered by hand from what sites of a field call themselves and their things in English,
German, French, Spanish, Italian, Portuguese, Dutch, Polish and Russian. Words that sites of every
field use ("search", "page", "recherche") are left out.
"""

import re
from types import MappingProxyType

_WORDS = {
    "Books": r"""
        e?books? bookstores? bookshops? bucher buch libraries library bibliothe[kq]\w*
        livres? libros? livros? libri libreria librairie boeken ksiazk\w+ knig[ai] книг\w*
        библиотек\w* authors? isbn novels? roman[es]? publishers? opac catalogue catalog
    """,
    "Food": r"""
        recipes? rezepte?n? recettes? recetas? ricett[ae] receitas? recepten przepisy
        рецепт\w* cooking cook(?:book)? cuisines? kochen cocina cucina ingredients? zutaten
        restaurants? wines? food
    """,
    "Images": r"""
        images? photos? photographs? photography pictures? bilder fotos? imagen(?:es)?
        immagini imagens wallpapers? cliparts? gifs? icons? vectors? фото\w* картинк\w*
        museum museums paintings?
    """,
    "Jobs": r"""
        jobs? careers? vacanc(?:y|ies) stellen\w* emplois? empleos? empregos? lavoro praca
        salar(?:y|ies) recruitment вакансии работа
    """,
    "Maps": r"""
        maps? karten? stadtplan cartes? mapas? mapp[ae] geocod\w+ directions routes?
        postcodes? карты
    """,
    "Music": r"""
        music musik musique musica muziek songs? lyrics albums? artists? concerts? vinyl
        audio sounds? podcasts? radio chords музык\w* песн\w*
    """,
    "News": r"""
        news newspapers? headlines nachrichten zeitung\w* schlagzeilen actualites? journaux
        noticias periodicos? diario notizie giornale nieuws wiadomosci новости газета
        breaking magazines? times press presse reporters?
    """,
    "Reference": r"""
        encyclop\w+ enzyklop\w+ enciclop\w+ dictionar(?:y|ies) worterb\w+ dictionnaires?
        diccionarios? dizionari[eo]? dicionarios? woordenboek slownik wiki\w* lexikon
        glossar(?:y|ies) thesaurus definitions? synonyms? translations? энциклопед\w+
        словарь quotes quotations
    """,
    "Science": r"""
        sciences? scientific research researchers papers? journals? preprints? abstracts?
        doi citations? academic scholar\w* universit\w+ wissenschaft\w* forschung\w*
        ciencias? investigacion scientifique\w* theses thesis dissertations? medical
        clinical biolog\w+ chemi\w+ physics astronom\w+ mathemati\w+ geolog\w+ наук\w*
    """,
    "Shopping": r"""
        shops? shopping stores? buy prices? cart basket deals sale auctions? products?
        kaufen preise? warenkorb boutiques? prix panier acheter tiendas? precios? comprar
        negozio prezz[oi] acquista winkel sklep цена цены купить магазин
    """,
    "Software": r"""
        software packages? repositor(?:y|ies) developers? apis? programming programmer\w*
        code library libraries modules? functions? class(?:es)? methods? bugs? patch(?:es)?
        downloads? linux python java javascript github git plugins? extensions? apps?
        frameworks? documentation tutorials? logiciels? programmierung desarrollador\w*
        программ\w*
    """,
    "Travel": r"""
        travel\w* hotels? flights? holidays? vacations? tourism\w* reisen? urlaub voyages?
        viajes? viaggi\w* viagens hostels? destinations? tours? путешеств\w* отел\w*
    """,
    "Videos": r"""
        videos? films? movies? cinema kino peliculas? filme trailers? tv television
        episodes? streaming anime видео фильм\w* кино
    """,
}
CATEGORIES = MappingProxyType(
    {category: re.compile("|".join(words.split())) for category, words in _WORDS.items()}
)
