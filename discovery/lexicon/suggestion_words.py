"""The words before the query that an engine proposes instead of the one asked.

Case folded, as the text of a page is before it is searched for them."""

SUGGESTING_WORDS = (
    *("did you mean", "do you mean", "you mean", "search instead", "showing results for"),
    *("results for", "try instead", "perhaps you meant", "maybe you meant", "spelling"),
    *("meinten sie", "meintest du", "ergebnisse für", "essayez avec", "vouliez-vous dire"),
    *("vouliez vous dire", "voulez-vous dire", "quisiste decir", "quiso decir", "quizás quisiste"),
    *("você quis dizer", "quis dizer", "forse cercavi", "intendevi", "bedoelde u", "bedoelde je"),
    *("menade du", "mente du", "tarkoititko", "czy chodziło", "měli jste na mysli", "mysleli ste"),
    *("возможно, вы", "имели в виду", "исправлен", "можливо, ви", "bunu mu demek", "erre gondolt"),
    *("ați vrut să", "μήπωσ εννοείτε", "האם התכוונת", "هل تقصد", "منظور شما", "क्या आपका मतलब"),
    *(
        "もしかして",
        "の検索結果",
        "您是不是要找",
        "您要找的是不是",
        "你是不是要找",
        "이것을 찾으셨나요",
    ),
    *("ý bạn là", "mungkin maksud", "คุณหมายถึง"),
)
