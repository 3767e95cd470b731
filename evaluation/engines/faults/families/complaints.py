"""What engines say when they do not work, in twelve languages: a heading and a text."""

_TEXTS = {
    "maintenance": """
en|We'll be back soon|Our search is down for scheduled maintenance. Please check back in an hour.
de|Wartungsarbeiten|Wegen Wartungsarbeiten ist die Suche derzeit nicht erreichbar. Bitte versuchen Sie es später erneut.
fr|Site en maintenance|Le moteur de recherche est en cours de maintenance. Merci de revenir plus tard.
es|Sitio en mantenimiento|El buscador está en mantenimiento. Vuelva a intentarlo más tarde.
it|Sito in manutenzione|La ricerca è temporaneamente in manutenzione. Riprova più tardi.
pt|Em manutenção|A pesquisa está em manutenção programada. Volte mais tarde.
ru|Технические работы|На сайте ведутся технические работы. Поиск временно недоступен, зайдите позже.
pl|Przerwa techniczna|Trwają prace konserwacyjne. Wyszukiwarka jest chwilowo niedostępna.
ja|メンテナンス中|ただいまシステムメンテナンスのため検索を停止しております。しばらくお待ちください。
zh|系统维护中|搜索服务正在维护，请稍后再试。
ar|الموقع تحت الصيانة|خدمة البحث متوقفة مؤقتا لأعمال الصيانة. يرجى المحاولة لاحقا.
tr|Bakım çalışması|Planlı bakım nedeniyle arama şu anda hizmet veremiyor. Lütfen daha sonra tekrar deneyin.""",
    "disabled": """
en|Search is unavailable|The search function is temporarily disabled. We apologise for the inconvenience.
de|Suche nicht verfügbar|Die Suchfunktion ist vorübergehend deaktiviert. Wir bitten um Entschuldigung.
fr|Recherche indisponible|La fonction de recherche est momentanément désactivée. Veuillez nous excuser.
es|Búsqueda no disponible|La función de búsqueda está temporalmente desactivada. Disculpe las molestias.
it|Ricerca non disponibile|La funzione di ricerca è temporaneamente disattivata. Ci scusiamo per il disagio.
pt|Pesquisa indisponível|A função de pesquisa está temporariamente desativada. Pedimos desculpa.
ru|Поиск недоступен|Функция поиска временно отключена. Приносим извинения за неудобства.
pl|Wyszukiwarka niedostępna|Funkcja wyszukiwania jest tymczasowo wyłączona. Przepraszamy za utrudnienia.
ja|検索できません|検索機能は現在一時的に停止しています。ご迷惑をおかけして申し訳ございません。
zh|搜索暂不可用|搜索功能暂时停用，给您带来不便敬请谅解。
ar|البحث غير متاح|تم تعطيل خاصية البحث مؤقتا. نعتذر عن الإزعاج.
tr|Arama kullanılamıyor|Arama işlevi geçici olarak devre dışı. Özür dileriz.""",
    "failure": """
en|Something went wrong|An unexpected error occurred while processing your request. Please try again.
de|Ein Fehler ist aufgetreten|Bei der Verarbeitung Ihrer Anfrage ist ein unerwarteter Fehler aufgetreten.
fr|Une erreur est survenue|Une erreur inattendue s'est produite lors du traitement de votre demande.
es|Se ha producido un error|Ha ocurrido un error inesperado al procesar su solicitud.
it|Si è verificato un errore|Errore imprevisto durante l'elaborazione della richiesta.
pt|Ocorreu um erro|Ocorreu um erro inesperado ao processar o seu pedido.
ru|Произошла ошибка|При обработке запроса произошла непредвиденная ошибка.
pl|Wystąpił błąd|Podczas przetwarzania żądania wystąpił nieoczekiwany błąd.
ja|エラーが発生しました|リクエストの処理中に予期しないエラーが発生しました。
zh|发生错误|处理您的请求时发生意外错误，请重试。
ar|حدث خطأ|حدث خطأ غير متوقع أثناء معالجة طلبك.
tr|Bir hata oluştu|İsteğiniz işlenirken beklenmeyen bir hata oluştu.""",
    "short": """
en|Query too short|Your search term must have at least 12 characters.
de|Suchbegriff zu kurz|Der Suchbegriff muss mindestens 12 Zeichen lang sein.
fr|Recherche trop courte|Votre recherche doit comporter au moins 12 caractères.
es|Búsqueda demasiado corta|El término de búsqueda debe tener al menos 12 caracteres.
ru|Слишком короткий запрос|Поисковый запрос должен содержать не менее 12 символов.
pl|Zbyt krótkie zapytanie|Wyszukiwane hasło musi mieć co najmniej 12 znaków.
ja|キーワードが短すぎます|キーワードは12文字以上で入力してください。
zh|关键词太短|搜索关键词至少需要12个字符。
tr|Arama terimi çok kısa|Arama terimi en az 12 karakter olmalıdır.""",
    "gone": """
en|Page not found|Sorry, the page you are looking for does not exist or has been moved.
de|Seite nicht gefunden|Die gesuchte Seite existiert leider nicht oder wurde verschoben.
fr|Page introuvable|Désolé, la page demandée n'existe pas ou a été déplacée.
es|Página no encontrada|La página que busca no existe o ha sido movida.
it|Pagina non trovata|La pagina richiesta non esiste o è stata spostata.
pt|Página não encontrada|A página que procura não existe ou foi movida.
ru|Страница не найдена|Запрошенная страница не существует или была перемещена.
pl|Nie znaleziono strony|Strona, której szukasz, nie istnieje lub została przeniesiona.
ja|ページが見つかりません|お探しのページは存在しないか、移動しました。
zh|页面不存在|您访问的页面不存在或已被移动。
ar|الصفحة غير موجودة|عذرا، الصفحة التي تبحث عنها غير موجودة أو تم نقلها.
tr|Sayfa bulunamadı|Aradığınız sayfa mevcut değil veya taşınmış.""",
    "nothing": """
en|No matches|We could not find anything for your query.
de|Keine Treffer|Zu Ihrer Anfrage wurde nichts gefunden.
fr|Aucun résultat|Nous n'avons rien trouvé pour votre requête.
es|Sin resultados|No se encontró nada para su consulta.
ru|Нет результатов|По вашему запросу ничего не нашлось.
ja|該当なし|該当する結果はありませんでした。
ar|لا نتائج|لم يتم العثور على أي نتائج لطلبك.""",
}

# Heading and text by what is said, then by language.
COMPLAINTS: dict[str, dict[str, tuple[str, str]]] = {
    what: {
        language: (heading, text)
        for language, heading, text in (line.split("|") for line in lines.strip().splitlines())
    }
    for what, lines in _TEXTS.items()
}
