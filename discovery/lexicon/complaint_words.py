"""What engines say of a query that they cannot make anything of. Form: see `message_words`."""

# What an engine says that cannot make anything of a query.
# That so much was found that nothing is shown.
TOO_MANY_SAYINGS = (
    (
        ("too many", "more than", "over", "exceed"),
        ("refine", "narrow", "more specific", "restrict your", "cannot be shown", "too broad"),
    ),
    (("too many",), ("results", "matches", "hits", "records", "documents")),
    (("zu viele",), ("treffer", "ergebnisse", "dokumente")),
    (("trop de",), ("résultats", "réponses", "documents")),
    (("demasiad",), ("resultados", "coincidencias", "registros")),
    (("tropp",), ("risultati", "record", "documenti")),
    (("muitos", "demasiados"), ("resultados", "registros")),
    (("слишком много",), ("результат", "совпаден", "документ")),
    (("zbyt wiele", "za dużo", "zbyt dużo"), ("wyników", "rekordów")),
    (("te veel", "för många"), ("resultaten", "träffar", "resultat")),
    (("çok fazla",), ("sonuç", "kayıt")),
    (("多すぎ",), ("件", "結果", "ヒット")),
    (("过多", "過多", "太多"), ("结果", "結果")),
    (("너무 많",), ("결과",)),
    (("كثيرة", "الكثير"), ("نتائج", "النتائج")),
)

COMPLAINT_SAYINGS = (
    (
        ("cannot parse", "parse exception", "could not parse", "unexpected token", 'encountered "'),
        (),
    ),
    (
        ("abfrage", "anfrage", "suche", "ausdruck"),
        ("grenzen sie", "eingrenz", "einschränk", "zu allgemein", "zu unspezifisch", "ungültig"),
    ),
    (
        ("検索条件", "入力", "検索語"),
        ("誤り", "指定してください", "不正", "確認してください", "修正"),
    ),
    (
        (
            *("please choose", "please select", "please enter", "please specify", "please type"),
            *("please provide", "please check your", "please correct", "please refine"),
            *("bitte wählen", "bitte geben sie", "bitte prüfen", "veuillez choisir"),
            *("veuillez saisir", "veuillez sélectionner", "veuillez préciser", "por favor elija"),
            *("seleccione", "introduzca", "ingrese", "inserire", "scegliere", "selezionare"),
            *("por favor, digite", "por favor, selecione", "por favor, insira", "digite"),
            *("введите", "выберите", "укажите", "wprowadź", "wybierz", "proszę podać", "voer een"),
            *("kies een", "ange ett", "välj ett", "giriniz", "seçiniz", "入力してください"),
            *(
                "選択してください",
                "请输入",
                "請輸入",
                "请选择",
                "입력하세요",
                "입력해 주세요",
                "선택하세요",
            ),
            *("يرجى إدخال", "الرجاء إدخال", "يرجى اختيار"),
        ),
        (),
    ),
    (
        (
            *("query", "search", "keyword", "term", "word", "phrase", "quote", "quotation"),
            *("parenthes", "bracket", "wildcard", "operator", "boolean", "expression", "regular"),
            *("character", "letter", "syntax", "input", "string", "pattern", "field"),
        ),
        (
            *("error", "invalid", "too short", "too long", "too common", "too general", "at least"),
            *("at most", "more than", "fewer than", "less than", "not allowed", "not valid"),
            *("unbalanced", "unmatched", "missing", "malformed", "illegal", "ignored", "stop word"),
            *("cannot", "can't", "could not", "must", "too many", "too broad", "unsupported"),
            *("minimum", "maximum", "bad ", "incorrect", "unable", "please enter", "unexpected"),
            *("failed", "empty", "specify", "limited to", "unknown", "no such", "required"),
        ),
    ),
    (
        (
            *("suchbegriff", "suchanfrage", "suchwort", "suchwörter", "anfrage", "zeichen", "wort"),
            *("buchstabe", "anführungszeichen", "klammer", "operator", "ausdruck", "eingabe"),
        ),
        (
            *("fehler", "ungültig", "zu kurz", "zu lang", "mindestens", "höchstens", "zu häufig"),
            *("nicht erlaubt", "fehlt", "zu allgemein", "bitte geben", "stoppw", "unzulässig"),
        ),
    ),
    (
        (
            "requête",
            "recherche",
            "mot",
            "terme",
            "caractère",
            "guillemet",
            "parenthèse",
            "opérateur",
        ),
        (
            *(
                "erreur",
                "invalide",
                "trop court",
                "trop long",
                "au moins",
                "au plus",
                "non autoris",
            ),
            *("manquant", "incorrect", "trop général", "veuillez saisir", "mots vides", "minimum"),
        ),
    ),
    (
        ("consulta", "búsqueda", "palabra", "término", "carácter", "caracteres", "comillas"),
        (
            *("error", "no válid", "inválid", "demasiado cort", "demasiado larg", "al menos"),
            *("como máximo", "no permitid", "falta", "introduzca", "mínimo", "incorrect"),
        ),
    ),
    (
        ("ricerca", "query", "parola", "parole", "termine", "caratter", "virgolett", "parentesi"),
        (
            *("errore", "non valid", "troppo cort", "troppo brev", "troppo lung", "almeno"),
            *("al massimo", "non consentit", "manca", "inserire", "minimo", "scorrett"),
        ),
    ),
    (
        ("pesquisa", "busca", "consulta", "palavra", "termo", "caracter", "aspas", "parêntese"),
        (
            *("erro", "inválid", "muito curt", "muito long", "pelo menos", "no máximo", "mínimo"),
            *("não permitid", "falta", "digite", "incorret"),
        ),
    ),
    (
        ("запрос", "слов", "символ", "кавычк", "скобк", "букв", "поиск"),
        (
            *("ошибк", "неверн", "некоррект", "слишком коротк", "слишком длинн", "не менее"),
            *("минимум", "не более", "недопустим", "введите", "незакрыт", "слишком общ"),
        ),
    ),
    (
        ("zapytani", "słow", "znak", "fraz", "cudzysł", "nawias", "wyszukiwan"),
        (
            *("błąd", "błędn", "nieprawidłow", "za krótk", "zbyt krótk", "za dług", "zbyt dług"),
            *("co najmniej", "minimum", "maksymaln", "niedozwolon", "wprowadź", "brak"),
        ),
    ),
    (
        ("zoekopdracht", "zoekterm", "woord", "teken", "aanhalingsteken", "haakje", "vraag"),
        ("fout", "ongeldig", "te kort", "te lang", "minstens", "minimaal", "niet toegestaan"),
    ),
    (
        ("sökning", "sökord", "ord", "tecken", "citattecken", "parentes"),
        ("fel", "ogiltig", "för kort", "för lång", "minst", "högst", "inte tillåt"),
    ),
    (
        ("sorgu", "arama", "kelime", "karakter", "tırnak", "parantez", "terim"),
        ("hata", "geçersiz", "çok kısa", "çok uzun", "en az", "en fazla", "izin verilm", "giriniz"),
    ),
    (
        ("検索", "キーワード", "クエリ", "文字", "語", "引用符", "括弧"),
        (
            "エラー",
            "無効",
            "短すぎ",
            "長すぎ",
            "以上",
            "以下",
            "入力してください",
            "正しく",
            "不正",
        ),
    ),
    (
        ("搜索", "查询", "查詢", "关键词", "關鍵詞", "关键字", "字符", "引号", "括号", "词"),
        (
            "错误",
            "錯誤",
            "无效",
            "無效",
            "太短",
            "太长",
            "太長",
            "至少",
            "最多",
            "请输入",
            "不允许",
        ),
    ),
    (
        ("검색", "질의", "단어", "글자", "문자", "따옴표", "괄호"),
        ("오류", "잘못", "유효하지", "짧", "깁니다", "이상", "이하", "입력"),
    ),
    (
        ("البحث", "استعلام", "كلمة", "كلمات", "حرف", "أحرف", "عبارة"),
        ("خطأ", "غير صالح", "قصير", "طويل", "على الأقل", "غير مسموح", "أدخل", "الحد الأدنى"),
    ),
)
