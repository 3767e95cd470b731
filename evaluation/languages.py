"""Words and labels of several languages: what made-up results are written in."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Language:
    """The words of a language, and what its engines write around results.

    `hits` says which of how many results are shown, `labels` are: next, previous, cached,
    similar, sponsored, related, help, more, home, news.
    """

    code: str
    words: tuple[str, ...]
    hits: str
    labels: tuple[str, ...]
    spaced: bool = True
    direction: str = "ltr"

    def label(self, name: str) -> str:
        return self.labels[LABEL_NAMES.index(name)]


LABEL_NAMES = tuple("next previous cached similar sponsored related help more home news".split())

_ENGLISH = """garden history music river market library school travel recipe bicycle museum castle
weather history science planet ocean theatre hotel camera guide review village bridge festival
football season winter summer engine network software memory forest animal doctor health coffee
bread kitchen window painting novel author poem dance mountain railway station airport island
harbour church school university record letter picture photo story paper glass silver gold stone"""
_GERMAN = """Garten Geschichte Musik Fluss Markt Bibliothek Schule Reise Rezept Fahrrad Museum
Schloss Wetter Wissenschaft Planet Meer Theater Hotel Kamera Ratgeber Dorf Brücke Fest Fußball
Winter Sommer Netzwerk Wald Tier Arzt Gesundheit Kaffee Brot Küche Fenster Gemälde Roman Gedicht
Tanz Berg Bahnhof Flughafen Insel Hafen Kirche Universität Brief Bild Papier Glas Silber Gold"""
_FRENCH = """jardin histoire musique rivière marché école voyage recette vélo musée château météo
science planète océan théâtre hôtel caméra village pont fête saison hiver été réseau mémoire forêt
animal médecin santé café pain cuisine fenêtre tableau roman auteur poème danse montagne gare
aéroport île port église lettre image photo papier verre argent pierre lumière couleur"""
_SPANISH = """jardín historia música río mercado biblioteca escuela viaje receta bicicleta museo
castillo tiempo ciencia planeta océano teatro hotel cámara guía pueblo puente fiesta fútbol invierno
verano red memoria bosque animal médico salud café pan cocina ventana cuadro novela autor poema
baile montaña estación aeropuerto isla puerto iglesia carta imagen foto papel vidrio plata piedra"""
_PORTUGUESE = """jardim história música rio mercado biblioteca escola viagem receita bicicleta museu
castelo ciência planeta oceano teatro hotel câmera guia aldeia ponte festa futebol inverno verão
rede memória floresta animal médico saúde café pão cozinha janela quadro romance autor poema dança
montanha estação aeroporto ilha porto igreja carta imagem foto papel vidro prata pedra"""
_RUSSIAN = """сад история музыка река рынок библиотека школа путешествие рецепт велосипед музей замок
погода наука планета океан театр гостиница камера деревня мост праздник футбол зима лето сеть память
лес врач здоровье кофе хлеб кухня окно картина роман автор стихи танец гора вокзал остров церковь
университет письмо фото бумага стекло серебро золото камень свет новости обзор"""
_POLISH = """ogród historia muzyka rzeka rynek biblioteka szkoła podróż przepis rower muzeum zamek
pogoda nauka planeta ocean teatr hotel kamera wieś most święto zima lato sieć pamięć las zwierzę
lekarz zdrowie kawa chleb kuchnia okno obraz powieść autor wiersz taniec góra dworzec wyspa port
kościół list zdjęcie papier szkło srebro złoto kamień światło"""
_CHINESE = """花园 历史 音乐 河流 市场 图书馆 学校 旅行 食谱 自行车 博物馆 城堡 天气 科学 行星 海洋 剧院
酒店 相机 指南 村庄 大桥 节日 足球 冬天 夏天 网络 软件 森林 动物 医生 健康 咖啡 面包 厨房 窗户 小说 作者
诗歌 舞蹈 高山 火车站 机场 岛屿 教堂 大学 信件 图片 故事 纸张 玻璃 黄金 石头 中国 北京 新闻"""
_JAPANESE = """庭園 歴史 音楽 川 市場 図書館 学校 旅行 レシピ 自転車 博物館 城 天気 科学 惑星 海 劇場 ホテル
カメラ ガイド 村 橋 祭り サッカー 冬 夏 ネットワーク 森 動物 医者 健康 コーヒー パン 台所 窓 小説 作家 詩
ダンス 山 駅 空港 島 教会 大学 手紙 写真 物語 紙 ガラス 銀 金 石 東京 日本 の について とは"""
_KOREAN = """정원 역사 음악 강 시장 도서관 학교 여행 요리법 자전거 박물관 성 날씨 과학 행성 바다 극장 호텔
카메라 안내 마을 다리 축제 축구 겨울 여름 네트워크 숲 동물 의사 건강 커피 빵 부엌 창문 소설 작가 시 춤 산
기차역 공항 섬 교회 대학교 편지 사진 이야기 종이 유리 은 금 돌 서울 한국"""
_ARABIC = """حديقة تاريخ موسيقى نهر سوق مكتبة مدرسة سفر وصفة دراجة متحف قلعة طقس علم كوكب محيط مسرح
فندق كاميرا دليل قرية جسر مهرجان شتاء صيف شبكة ذاكرة غابة حيوان طبيب صحة قهوة خبز مطبخ نافذة لوحة
رواية كاتب شعر رقص جبل محطة مطار جزيرة جامعة رسالة صورة قصة ورق زجاج فضة ذهب حجر"""

_TABLE = (
    ("en", _ENGLISH, "Results {first} - {last} of about {total} for {query}",
     "Next|Previous|Cached|Similar pages|Sponsored Links|Related searches|Help|More|Home|News"),
    ("de", _GERMAN, "Ergebnisse {first} - {last} von ungefähr {total} für {query}",
     "Weiter|Zurück|Im Cache|Ähnliche Seiten|Anzeigen|Verwandte Suchen|Hilfe|Mehr|Start|Nachrichten"),
    ("fr", _FRENCH, "Résultats {first} à {last} sur {total} pour {query}",
     "Suivant|Précédent|En cache|Pages similaires|Annonces|Recherches associées|Aide|Plus|Accueil"
     "|Actualités"),
    ("es", _SPANISH, "Resultados {first} - {last} de {total} para {query}",
     "Siguiente|Anterior|En caché|Páginas similares|Anuncios|Búsquedas relacionadas|Ayuda|Más|Inicio"
     "|Noticias"),
    ("pt", _PORTUGUESE, "Resultados {first} - {last} de {total} para {query}",
     "Próxima|Anterior|Em cache|Páginas semelhantes|Anúncios|Pesquisas relacionadas|Ajuda|Mais"
     "|Início|Notícias"),
    ("ru", _RUSSIAN, "Результаты {first} - {last} из {total} по запросу {query}",
     "Следующая|Предыдущая|Копия|Похожие страницы|Реклама|Похожие запросы|Помощь|Ещё|Главная|Новости"),
    ("pl", _POLISH, "Wyniki {first} - {last} z {total} dla zapytania {query}",
     "Następna|Poprzednia|Kopia|Podobne strony|Reklamy|Podobne wyszukiwania|Pomoc|Więcej|Start"
     "|Wiadomości"),
    ("zh", _CHINESE, "{query} 的搜索结果：第 {first} - {last} 项，共 {total} 项",
     "下一页|上一页|网页快照|类似网页|广告|相关搜索|帮助|更多|首页|新闻"),
    ("ja", _JAPANESE, "{query} の検索結果 {total} 件中 {first} - {last} 件目",
     "次へ|前へ|キャッシュ|関連ページ|スポンサーリンク|関連検索|ヘルプ|もっと見る|ホーム|ニュース"),
    ("ko", _KOREAN, "{query} 검색 결과 {total}건 중 {first} - {last}",
     "다음|이전|저장된 페이지|유사한 페이지|광고|연관검색어|도움말|더보기|홈|뉴스"),
    ("ar", _ARABIC, "النتائج {first} - {last} من {total} عن {query}",
     "التالي|السابق|نسخة مخبأة|صفحات مشابهة|إعلانات|عمليات بحث ذات صلة|مساعدة|المزيد|الرئيسية|أخبار"),
)  # fmt: skip

LANGUAGES: dict[str, Language] = {
    code: Language(
        code,
        tuple(dict.fromkeys(words.split())),
        hits,
        tuple(labels.split("|")),
        spaced=code not in {"zh", "ja"},
        direction="rtl" if code == "ar" else "ltr",
    )
    for code, words, hits, labels in _TABLE
}
