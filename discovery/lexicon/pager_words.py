"""The words and signs of pagers: "next page", "more results", arrows.

All are case folded, as labels are before they are compared."""

# "next", "further", "following", "forward": the label's own word, case folded.
NEXT_WORDS = frozenset(
    # English, German, French, Spanish, Portuguese, Italian, Romanian, Catalan
    "next nextpage nxt forward older nächste nächsten nächster nächstes naechste weiter "
    "vorwärts folgende suivant suivante suivants suivantes suiv siguiente siguientes próximo "
    "próxima próximos próximas proximo proxima seguinte seguintes avançar prossimo prossima "
    "prossimi successiva successivo successivi successive avanti următor următoarea următorul "
    "următoarele înainte següent següents "
    # Dutch, Scandinavian, Finnish, Icelandic, Estonian, Baltic
    "volgende volgend verder följande følgende nästa framåt neste næste fremad seuraava "
    "seuraavat eteenpäin næsta áfram järgmine järgmised nākamā nākamais tālāk kitas toliau "
    # Slavic, Hungarian, Greek, Turkish, Albanian
    "следующая следующие следующий следующих следующую след далее вперед вперёд дальше наступна "
    "наступні наступних далі следваща следващи напред následující následujících další dalších "
    "dále ďalšia ďalšie ďalších ďalej následujúca následujúce następna następnych kolejna "
    "kolejne dalsze następne dalej następny sljedeća sljedeći slijedeća naprijed sledeća "
    "sledeći naredna dalje naslednja naprej следећа даље következő tovább επόμενη επόμενο "
    "επόμενα sonraki ileri "
    # Semitic, Persian, Indian, Southeast Asian, Basque, Swahili
    "التالي التالية التالى بعدی הבא הבאה הבאים अगला अगले पৰवর্তী পরবর্তী அடுத்து แบบถัดไป ถัดไป "
    "หน้าถัดไป tiếp sau berikutnya berikut selanjutnya lanjut seterusnya hurrengoa inayofuata".split()
)
# Scripts without spaces: the label contains one of these.
NEXT_SIGNS = (
    *(
        "次へ",
        "次の",
        "次ペ",
        "つぎへ",
        "进む",
        "進む",
        "下一页",
        "下一頁",
        "下页",
        "下頁",
        "后页",
        "後頁",
    ),
    *("后一页", "下一步", "다음", "ถัดไป"),
)
# "more results": the same address with a larger count or offset.
MORE_WORDS = frozenset(
    "more mehr weitere plus más mas mais altri altre ancora meer fler flere lisää ещё еще больше "
    "показать więcej více viac több daha περισσότερα المزيد עוד और thêm lagi load show "
    "laden".split()
)
MORE_SIGNS = ("もっと", "さらに", "更多", "加载", "더보기", "더 보기", "เพิ่มเติม")
# Signs that point onward, alone or beside a word. A double one may mean "last page".
ARROW_SIGNS = frozenset("> › → ▶ ► ⟩ ❯ ⇨ ➔ ⏵ » >> ≫ ⟫ ▸ ➜ ⇒ ->".split())
# What may stand beside the word: "next page", "next 10 results", "go to the next page".
PAGER_FILLER_WORDS = frozenset(
    "go to the page of on results zur zum der die das seite à la le les de des del el los las "
    "a o da do na os as naar pagina seguintes strona до на к in for view see show load".split()
)
