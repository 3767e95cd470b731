"""What walls and robot checks say to a reader, in twelve languages: a heading and a text."""

LANGUAGES = ("en", "de", "fr", "es", "it", "pt", "ru", "pl", "ja", "zh", "ar", "tr")

_TEXTS = {
    "login": """
en|Sign in|Please sign in to use the search. No account yet? Register for free.
de|Anmeldung erforderlich|Bitte melden Sie sich an, um die Suche zu nutzen. Noch kein Konto? Jetzt registrieren.
fr|Connexion|Veuillez vous identifier pour effectuer une recherche. Pas encore de compte ? Créez-en un.
es|Iniciar sesión|Debe identificarse para utilizar el buscador. ¿Aún no tiene cuenta? Regístrese.
it|Accedi|Per usare la ricerca devi effettuare l'accesso. Non hai un account? Registrati.
pt|Entrar na sua conta|É preciso iniciar sessão para usar a pesquisa. Ainda não tem conta? Cadastre-se.
ru|Вход в систему|Чтобы воспользоваться поиском, войдите в свою учётную запись. Нет аккаунта? Зарегистрируйтесь.
pl|Zaloguj się|Aby korzystać z wyszukiwarki, musisz się zalogować. Nie masz konta? Zarejestruj się.
ja|ログイン|検索をご利用になるにはログインが必要です。アカウントをお持ちでない方は新規登録へ。
zh|用户登录|请先登录后再使用搜索功能。还没有账号？立即注册。
ar|تسجيل الدخول|يرجى تسجيل الدخول لاستخدام البحث. ليس لديك حساب؟ سجل الآن.
tr|Giriş yapın|Aramayı kullanmak için oturum açmanız gerekir. Hesabınız yok mu? Kaydolun.""",
    "session": """
en|Session expired|Your session has timed out. Please log in again to continue.
de|Sitzung abgelaufen|Ihre Sitzung ist abgelaufen. Bitte melden Sie sich erneut an.
fr|Session expirée|Votre session a expiré. Veuillez vous reconnecter.
es|Sesión caducada|Su sesión ha caducado. Vuelva a iniciar sesión para continuar.
it|Sessione scaduta|La sessione è scaduta. Effettua di nuovo l'accesso.
pt|Sessão expirada|A sua sessão expirou. Inicie sessão novamente.
ru|Сессия истекла|Время вашего сеанса истекло. Пожалуйста, войдите снова.
pl|Sesja wygasła|Twoja sesja wygasła. Zaloguj się ponownie.
ja|セッションの有効期限切れ|セッションの有効期限が切れました。もう一度ログインしてください。
zh|会话已过期|您的会话已过期，请重新登录。
ar|انتهت الجلسة|انتهت صلاحية جلستك. يرجى تسجيل الدخول مرة أخرى.
tr|Oturum süresi doldu|Oturumunuzun süresi doldu. Lütfen yeniden giriş yapın.""",
    "consent": """
en|Your privacy choices|We and our 842 partners store cookies on your device to show you personalised content. Accept to continue to the site.
de|Ihre Privatsphäre|Wir und unsere 842 Partner speichern Cookies auf Ihrem Gerät. Stimmen Sie zu, um fortzufahren.
fr|Vos choix de confidentialité|Nous et nos 842 partenaires déposons des cookies. Acceptez-les pour accéder au site.
es|Su privacidad nos importa|Nosotros y nuestros 842 socios guardamos cookies. Acepte para continuar.
it|La tua privacy|Noi e i nostri 842 partner usiamo cookie sul tuo dispositivo. Dai il consenso per continuare.
pt|A sua privacidade|Nós e os nossos 842 parceiros guardamos cookies. Dê o seu consentimento para continuar.
ru|Файлы cookie|Мы и наши 842 партнёра храним файлы cookie. Дайте согласие, чтобы продолжить.
pl|Dbamy o Twoją prywatność|My i nasi 842 partnerzy zapisujemy pliki cookie. Wyraź zgodę, aby przejść dalej.
ja|プライバシーの設定|当サイトと842社のパートナーはCookieを使用します。同意して続行してください。
zh|隐私设置|我们和842个合作伙伴使用Cookie。同意后方可继续访问。
ar|إعدادات الخصوصية|نستخدم نحن وشركاؤنا ملفات تعريف الارتباط. وافق للمتابعة إلى الموقع.
tr|Gizlilik tercihleriniz|Biz ve 842 iş ortağımız çerez kullanıyoruz. Devam etmek için onay verin.""",
    "choices": """
en|Accept all|Reject all
de|Alle akzeptieren|Alle ablehnen
fr|Tout accepter|Tout refuser
es|Aceptar todo|Rechazar todo
it|Accetta tutto|Rifiuta tutto
pt|Aceitar tudo|Rejeitar tudo
ru|Принять все|Отклонить все
pl|Zaakceptuj wszystko|Odrzuć wszystko
ja|すべて同意する|すべて拒否する
zh|全部同意|全部拒绝
ar|قبول الكل|رفض الكل
tr|Tümünü kabul et|Tümünü reddet""",
    "age": """
en|Age verification|You must be 18 or older to enter this site. Please confirm your age.
de|Altersnachweis|Sie müssen mindestens 18 Jahre alt sein. Bitte bestätigen Sie Ihr Alter.
fr|Vérification de l'âge|Vous devez avoir 18 ans ou plus pour entrer. Confirmez votre âge.
es|Verificación de edad|Debe ser mayor de 18 años para entrar. Confirme su edad.
ru|Подтверждение возраста|Сайт предназначен для лиц старше 18 лет. Подтвердите свой возраст.
ja|年齢確認|18歳未満の方はご利用いただけません。年齢を確認してください。""",
    "paywall": """
en|Subscribe to read on|Search is for subscribers only. Subscribe now from $1 a week or log in to your account.
de|Nur für Abonnenten|Die Suche ist Abonnenten vorbehalten. Jetzt abonnieren oder als Abonnent anmelden.
fr|Réservé aux abonnés|La recherche est réservée aux abonnés. Abonnez-vous à partir de 1 € par mois.
es|Solo para suscriptores|El buscador es solo para suscriptores. Suscríbase o inicie sesión.
it|Riservato agli abbonati|La ricerca è riservata agli abbonati. Abbonati ora o accedi.
pt|Exclusivo para assinantes|A pesquisa é exclusiva para assinantes. Assine já ou inicie sessão.
ru|Только для подписчиков|Поиск доступен только подписчикам. Оформите подписку или войдите.
pl|Tylko dla prenumeratorów|Wyszukiwarka jest dostępna tylko dla prenumeratorów. Kup prenumeratę.
ja|会員限定|検索は有料会員限定です。今すぐ登録するか、ログインしてください。
zh|仅限订阅用户|搜索功能仅对订阅用户开放。请立即订阅或登录。
ar|للمشتركين فقط|البحث متاح للمشتركين فقط. اشترك الآن أو سجل الدخول.
tr|Yalnızca abonelere|Arama yalnızca abonelere açıktır. Hemen abone olun.""",
    "robot": """
en|Please confirm that you are human|Before we show your results, type the characters in the picture below.
de|Sind Sie ein Mensch?|Bitte geben Sie die Zeichen aus dem Bild ein, damit wir Ihre Suche ausführen können.
fr|Êtes-vous humain ?|Recopiez les caractères de l'image pour poursuivre votre recherche.
es|¿Es usted humano?|Escriba los caracteres de la imagen para continuar con la búsqueda.
it|Sei un essere umano?|Inserisci i caratteri dell'immagine per proseguire con la ricerca.
pt|Confirme que é humano|Digite os caracteres da imagem para continuar a pesquisa.
ru|Подтвердите, что вы не робот|Введите символы с картинки, чтобы продолжить поиск.
pl|Potwierdź, że jesteś człowiekiem|Przepisz znaki z obrazka, aby kontynuować wyszukiwanie.
ja|ロボットではないことの確認|画像に表示されている文字を入力してください。
zh|请完成验证|请输入图片中的字符以继续搜索。
ar|تأكيد أنك لست روبوتا|أدخل الأحرف الظاهرة في الصورة لمتابعة البحث.
tr|Robot olmadığınızı doğrulayın|Aramaya devam etmek için resimdeki karakterleri yazın.""",
    "unusual": """
en|About this page|Our systems have detected unusual traffic from your computer network. This page checks to see if it's really you sending the requests.
de|Über diese Seite|Unsere Systeme haben ungewöhnlichen Datenverkehr aus Ihrem Netzwerk festgestellt. Hier wird geprüft, ob die Anfragen wirklich von Ihnen kommen.
fr|À propos de cette page|Nos systèmes ont détecté un trafic inhabituel provenant de votre réseau. Cette page vérifie que c'est bien vous.
es|Acerca de esta página|Nuestros sistemas han detectado tráfico inusual procedente de su red. Esta página comprueba que es usted.
it|Informazioni su questa pagina|I nostri sistemi hanno rilevato un traffico anomalo proveniente dalla tua rete.
pt|Acerca desta página|Os nossos sistemas detectaram tráfego fora do comum na sua rede. Confirme que não é um robô.
ru|Почему это произошло?|Нам очень жаль, но запросы с вашего устройства похожи на автоматические. Подтвердите, что запросы отправляли вы.
pl|O tej stronie|Nasze systemy wykryły nietypowy ruch pochodzący z Twojej sieci komputerowej.
ja|このページについて|お使いのネットワークから通常と異なるトラフィックが検出されました。ロボットでないことを確認します。
zh|关于此网页|我们的系统检测到您的计算机网络中存在异常流量。请证明您不是机器人。
ar|عن هذه الصفحة|رصدت أنظمتنا حركة بيانات غير معتادة من شبكتك. تتحقق هذه الصفحة من أنك أنت من يرسل الطلبات.
tr|Bu sayfa hakkında|Sistemlerimiz, bilgisayar ağınızdan gelen olağan dışı bir trafik algıladı.""",
    "hold": """
en|Press & Hold|Press & Hold to confirm you are a human (and not a bot).
de|Gedrückt halten|Halten Sie die Taste gedrückt, um zu bestätigen, dass Sie ein Mensch sind.
fr|Appuyez longuement|Appuyez longuement pour confirmer que vous êtes humain.
es|Mantenga pulsado|Mantenga pulsado el botón para confirmar que es humano.
ja|長押し|ボタンを長押しして、人間であることを確認してください。""",
    "slider": """
en|Security verification|Drag the slider to the right to complete the puzzle.
de|Sicherheitsprüfung|Ziehen Sie den Schieberegler nach rechts, um das Puzzle zu lösen.
zh|安全验证|请按住滑块，拖动到最右边完成拼图验证。
ru|Проверка безопасности|Передвиньте ползунок вправо, чтобы собрать картинку.""",
    "rate": """
en|Too many searches|You are searching too fast. Please wait 30 seconds before your next search.
de|Zu viele Suchanfragen|Sie haben zu viele Suchanfragen gestellt. Bitte warten Sie 30 Sekunden bis zur nächsten Suche.
fr|Trop de recherches|Vous avez effectué trop de recherches. Veuillez patienter 30 secondes avant de recommencer.
es|Demasiadas búsquedas|Ha realizado demasiadas búsquedas. Espere 30 segundos antes de volver a buscar.
it|Troppe ricerche|Hai effettuato troppe ricerche. Attendi 30 secondi prima di riprovare.
pt|Demasiadas pesquisas|Fez demasiadas pesquisas. Aguarde 30 segundos antes de pesquisar novamente.
ru|Слишком много запросов|Вы отправляете слишком много поисковых запросов. Подождите 30 секунд и повторите поиск.
pl|Zbyt wiele zapytań|Wykonano zbyt wiele wyszukiwań. Odczekaj 30 sekund przed kolejnym wyszukiwaniem.
ja|検索回数の制限|検索の回数が多すぎます。30秒ほど待ってから再度検索してください。
zh|搜索过于频繁|您的搜索过于频繁，请30秒后再试。
ar|عمليات بحث كثيرة جدا|لقد أجريت عمليات بحث كثيرة جدا. يرجى الانتظار 30 ثانية قبل البحث مجددا.
tr|Çok fazla arama|Çok fazla arama yaptınız. Lütfen yeni bir arama için 30 saniye bekleyin.""",
    "quota": """
en|Daily limit reached|You have used up your 50 free searches for today. Come back tomorrow.
de|Tageslimit erreicht|Sie haben Ihre 50 kostenlosen Suchen für heute aufgebraucht. Kommen Sie morgen wieder.
fr|Limite quotidienne atteinte|Vous avez épuisé vos 50 recherches gratuites du jour.
es|Límite diario alcanzado|Ha agotado sus 50 búsquedas gratuitas de hoy. Vuelva mañana.
ru|Дневной лимит исчерпан|Вы исчерпали лимит в 50 бесплатных запросов на сегодня.
ja|1日の上限に達しました|本日の無料検索50回の上限に達しました。明日またご利用ください。""",
    "banned": """
en|Access blocked|Your IP address 203.0.113.7 has been blocked. If you believe this is a mistake, contact the administrator.
de|Zugriff gesperrt|Ihre IP-Adresse 203.0.113.7 wurde gesperrt. Wenden Sie sich an den Administrator.
fr|Accès bloqué|Votre adresse IP 203.0.113.7 a été bloquée. Contactez l'administrateur.
es|Acceso bloqueado|Su dirección IP 203.0.113.7 ha sido bloqueada. Póngase en contacto con el administrador.
it|Accesso bloccato|Il tuo indirizzo IP 203.0.113.7 è stato bloccato. Contatta l'amministratore.
pt|Acesso bloqueado|O seu endereço IP 203.0.113.7 foi bloqueado. Contacte o administrador.
ru|Доступ заблокирован|Ваш IP-адрес 203.0.113.7 заблокирован. Обратитесь к администратору.
pl|Dostęp zablokowany|Twój adres IP 203.0.113.7 został zablokowany. Skontaktuj się z administratorem.
ja|アクセスが拒否されました|お使いのIPアドレス 203.0.113.7 からのアクセスはブロックされています。
zh|访问被拒绝|您的IP地址 203.0.113.7 已被封禁。如有疑问请联系管理员。
ar|تم حظر الوصول|تم حظر عنوان IP الخاص بك 203.0.113.7. يرجى الاتصال بالمسؤول.
tr|Erişim engellendi|203.0.113.7 IP adresiniz engellendi. Yöneticiyle iletişime geçin.""",
    "country": """
en|Not available in your country|This content is not available in your region.
de|In Ihrem Land nicht verfügbar|Dieses Angebot steht in Ihrer Region leider nicht zur Verfügung.
fr|Indisponible dans votre pays|Ce contenu n'est pas disponible dans votre région.
es|No disponible en su país|Este contenido no está disponible en su región.
ru|Недоступно в вашей стране|Этот контент недоступен в вашем регионе.
ja|お住まいの地域ではご利用いただけません|このコンテンツはお住まいの国では提供されていません。""",
    "script": """
en|JavaScript required|Please enable JavaScript in your browser to use the search.
de|JavaScript benötigt|Bitte aktivieren Sie JavaScript in Ihrem Browser, um die Suche zu nutzen.
fr|JavaScript requis|Veuillez activer JavaScript dans votre navigateur pour utiliser la recherche.
es|Se necesita JavaScript|Active JavaScript en su navegador para usar el buscador.
ru|Требуется JavaScript|Включите JavaScript в браузере, чтобы воспользоваться поиском.
ja|JavaScriptが必要です|検索をご利用になるにはJavaScriptを有効にしてください。""",
}

# Heading and text by what is said, then by language.
SAYINGS: dict[str, dict[str, tuple[str, str]]] = {
    what: {
        language: (heading, text)
        for language, heading, text in (line.split("|") for line in lines.strip().splitlines())
    }
    for what, lines in _TEXTS.items()
}
