"""How titles and sentences of the made-up contents are worded, by language."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Language:
    """Patterns of titles and sentences (`{a}`, `{b}`: terms of a subject) and names of people."""

    titles: tuple[str, ...]
    sentences: tuple[str, ...]
    people: tuple[str, ...]
    months: tuple[str, ...]
    spaced: bool = True


def _lines(text: str) -> tuple[str, ...]:
    return tuple(line.strip() for line in text.strip().splitlines())


LANGUAGES = {
    "en": Language(
        _lines(
            """{a}
            {a} and {b}
            How to choose {a}
            The truth about {a}
            {a}: what nobody tells you about {b}
            Notes on {a}, second edition
            Why we stopped using {a}
            A short history of {a} in {n} pictures
            {n} things to know before you start with {a}
            Questions about {b} and {a} answered
            {a} vs. {b}
            Report {n}: {a} under pressure
            Can {a} replace {b}? An experiment
            Living with {a}"""
        ),
        _lines(
            """Most people who work with {a} will tell you that {b} comes first.
            We compared {n} kinds of {a} over two years and wrote down what happened.
            The committee discussed {a} at its last meeting.
            In the {n}s there was hardly any {b} to be found outside the capital.
            If {a} fails, check {b} before anything else.
            There is no simple answer, but {a} has become cheaper.
            Readers asked us whether {a} and {b} belong together
            This page explains {a} in plain words, with examples, drawings and a list of sources.
            Updated after the changes of March.
            Good {a} needs time, patience and some {b}.
            See also the chapter on {b}.
            According to the authors, {a} explains {n} percent of the difference, whereas {b} has no effect at all.
            Our volunteers meet every second Tuesday to talk about {a}.
            Nothing prepared me for {a}."""
        ),
        tuple(
            "Mary Whitfield|J. Okafor|Tom Brandt|Aisha Rahman|Peter O'Neill|Lena Sorensen|Carlos Vega|Ruth Adler|Wei Chen|Hannah Moss".split(
                "|"
            )
        ),
        tuple(
            "January February March April May June July August September October November December".split()
        ),
    ),
    "de": Language(
        _lines(
            """{a}
            {a} und {b}
            {a} richtig auswählen
            Was Sie über {a} wissen müssen
            {a}: {n} Tipps aus der Praxis
            Neues zum Thema {a}
            Antrag auf {a}
            {b} statt {a}? Ein Vergleich
            Merkblatt {n}: {a}"""
        ),
        _lines(
            """Bei {a} kommt es vor allem auf {b} an.
            Der Ausschuss hat sich in seiner letzten Sitzung mit {a} befasst.
            Hier finden Sie Hinweise zu {a}, Öffnungszeiten und Ansprechpartner.
            Seit {n} Jahren beschäftigt uns die Frage nach {b}.
            Ohne {b} geht es nicht.
            Die Kosten für {a} sind im Vergleich zum Vorjahr um {n} Prozent gestiegen, während {b} günstiger wurde.
            Bitte beachten Sie die Fristen."""
        ),
        tuple("Anna Krüger|Jörg Maier|Sabine Öztürk|Klaus Weiß|Ute Hansen|Felix Brandt".split("|")),
        tuple(
            "Januar Februar März April Mai Juni Juli August September Oktober November Dezember".split()
        ),
    ),
    "fr": Language(
        _lines(
            """{a}
            {a} et {b}
            Bien choisir : {a}
            Tout savoir sur {a}
            {a} : {n} idées pour commencer
            Retour d'expérience sur {b}
            Pourquoi {a} change tout"""
        ),
        _lines(
            """Il est difficile de parler de {a} sans évoquer {b}.
            Notre équipe a testé {n} modèles pendant six mois.
            La réunion du conseil a porté sur {a}.
            Comptez environ {n} minutes.
            Selon les auteurs, {b} reste la principale difficulté rencontrée par les familles.
            À découvrir aussi : {b}."""
        ),
        tuple("Claire Dubois|Hervé Lemoine|Inès Garnier|Paul Roux|Léa Martin".split("|")),
        tuple(
            "janvier février mars avril mai juin juillet août septembre octobre novembre décembre".split()
        ),
    ),
    "es": Language(
        _lines(
            """{a}
            {a} y {b}
            Cómo elegir {a}
            {a}: {n} consejos
            Todo sobre {a}
            ¿Qué fue de {b}?
            Guía rápida: {a}"""
        ),
        _lines(
            """Hablar de {a} es hablar también de {b}.
            El ayuntamiento aprobó ayer un plan sobre {a}.
            Lo probamos durante {n} días y esto es lo que pasó.
            Según los vecinos, {b} es lo de menos.
            Incluye fotos y mapa.
            La demanda de {a} creció un {n} por ciento el año pasado."""
        ),
        tuple("Lucía Romero|Javier Ibáñez|Marta Gil|Andrés Peña|Sofía Núñez".split("|")),
        tuple(
            "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre".split()
        ),
    ),
    "pt": Language(
        _lines(
            """{a}
            {a} e {b}
            Como escolher {a}
            {a}: veja {n} dicas
            Entenda o que muda com {a}
            Governo anuncia medidas para {b}
            {b} preocupa moradores da região"""
        ),
        _lines(
            """A procura por {a} aumentou {n} por cento neste ano.
            Segundo especialistas, {b} ainda é o maior problema.
            Saiba como funciona {a} na prática.
            O anúncio foi feito na manhã desta terça-feira.
            Para quem gosta de {a}, a notícia é boa: {b} vai ficar mais barato.
            Confira a lista completa."""
        ),
        tuple("João Batista|Fernanda Lopes|Rui Tavares|Márcia Nogueira|Tiago Reis".split("|")),
        tuple(
            "janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro".split()
        ),
    ),
    "ru": Language(
        _lines(
            """{a}
            {a} и {b}
            Как выбрать: {a}
            Всё, что нужно знать: {a}
            {a}: {n} советов
            Почему дорожает {b}
            Обзор: {a}"""
        ),
        _lines(
            """Об этом сообщает пресс-служба ведомства.
            По словам экспертов, {a} остаётся главной темой года.
            Мы проверили {n} вариантов и выбрали лучшие.
            {b} здесь ни при чём.
            В статье рассказывается, как устроены {a} и {b}, сколько это стоит и где искать помощь.
            Подробности внутри."""
        ),
        tuple("Иван Петров|Ольга Смирнова|Сергей Кузнецов|Мария Орлова|Павел Лебедев".split("|")),
        tuple(
            "января февраля марта апреля мая июня июля августа сентября октября ноября декабря".split()
        ),
    ),
    "ar": Language(
        _lines(
            """{a}
            {a} و{b}
            كل ما تريد معرفته عن {a}
            {n} نصائح حول {a}
            لماذا {a}؟
            تقرير: {b} بعد عام"""
        ),
        _lines(
            """قال الخبراء إن {a} أهم من {b}.
            أعلنت الوزارة أمس عن خطة جديدة بشأن {a}.
            ارتفعت الأسعار بنسبة {n} في المئة خلال العام الماضي.
            اقرأ المزيد عن {b} في هذا التقرير المفصل مع الصور والخرائط.
            لا توجد إجابة سهلة."""
        ),
        tuple("أحمد منصور|ليلى حداد|يوسف خليل|سارة العلي".split("|")),
        tuple("يناير فبراير مارس أبريل مايو يونيو يوليو أغسطس سبتمبر أكتوبر نوفمبر ديسمبر".split()),
    ),
    "ja": Language(
        _lines(
            """{a}
            {a}と{b}
            {a}の選び方
            初めての{a}、{n}のポイント
            {b}について知っておきたいこと
            {a}の歴史をたどる
            【{n}年版】{a}まとめ"""
        ),
        _lines(
            """{a}を始める前に{b}を確認しておきましょう。
            今回は{a}についてご紹介します。
            実際に{n}種類を試してみました。
            {b}との違いがよくわからないという方も多いのではないでしょうか。
            詳しくはこちらをご覧ください。"""
        ),
        tuple("田中 花子|佐藤 健|鈴木 美咲|山本 大輔".split("|")),
        tuple(f"{month}月" for month in range(1, 13)),
        spaced=False,
    ),
}
