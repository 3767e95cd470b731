"""Further languages, and manners of writing of English (`en_mail`), for the later volumes' sites."""

from evaluation.quality.remembered_programs.languages import Language


def _language(
    titles: str, sentences: str, people: str, months: str, spaced: bool = True
) -> Language:
    cut = [tuple(text.split("|")) for text in (titles, sentences, people, months)]
    return Language(cut[0], cut[1], cut[2], cut[3], spaced)


_ENGLISH_MONTHS = (
    "January|February|March|April|May|June|July|August|September|October|November|December"
)
FURTHER_LANGUAGES = {
    "en_mail": _language(
        "{a} broken after upgrade?|Re: {a} broken after upgrade?|Re: [PATCH v{n}] {a}: drop unused {b}|[PATCH 0/{n}] {a} cleanups|Fwd: {a}|ANNOUNCE: new release, {a} rewritten|{a}|Re: {a}|RFC: deprecate {a} in favour of {b}|{a} and {b}, a question from a newbie|bug#{n}41: {a} segfaults with {b}",
        "> I tried {a} with the default settings and it hangs for {n} seconds.|Hi all, is there a way to use {a} without {b}?|I can confirm this here.|Please send the output of the {a} command and your configuration.|Applied, thanks.|The attached patch removes {b}, which nobody has used since version {n}.|NAK. This breaks {b} on every machine I own.|On second thought {a} should be left alone until the next cycle, because {b} still depends on it.",
        "Theo Lindqvist|rmk|Jane Doe|A. Kumar|Ulrich W.|Piotr Z.|ghansen|Miriam Falk",
        _ENGLISH_MONTHS,
    ),
    "en_law": _language(
        "{a} Act {n}|Regulation on {a} and {b}|Smith v. Board of {a}|R (on the application of Jones) v Secretary of State for {a}|Council Decision of {n} March concerning {a}|Method and apparatus for {a}|{a}: guidance for applicants|In re {a} Litigation|System for {a} comprising a {b}|{a} (Amendment) (No. {n}) Regulations",
        "The appellant contended that {a} was not covered by section {n}.|Whereas it is necessary to lay down rules on {a}.|A method for {a}, wherein the {b} is coupled to a first member and at least {n} second members.|Appeal dismissed with costs.|This document sets out who may apply and what {b} costs.|Held, that {a} does not amount to {b} within the meaning of the statute, and that the tribunal erred in law.",
        "Lord Justice Hale|Office of Regulation|Acme Holdings Ltd|Nakamura Kogyo K.K.|European Commission|Marsh J",
        _ENGLISH_MONTHS,
    ),
    "en_code": _language(
        "{a}: fix off-by-one in {b}|Crash when {a} is empty|{a} does not respect {b} setting|lib{a}|Add support for {a}|{a} leaks {n} bytes per call|Document {a}|Regression: {a} slower since {b}|{a}-{b}|src: split {a} out of {b}|Please add an option to turn off {a}",
        "Steps to reproduce: open {a}, choose {b}, wait {n} seconds.|Fast and small {a} for people in a hurry.|This is a duplicate of an earlier report about {b}.|Works for me on {n}.04.|A library that wraps {a} and {b} behind one interface, with no dependencies.|The {a} code path is never taken when {b} is set, so the cache is always cold.",
        "dkoval|Mia Sundberg|bot-release|n.prasad|jrivers|Oskar H.|kitty|Zoe Tran",
        _ENGLISH_MONTHS,
    ),
    "en_names": _language(
        "{a}|{a} {b}|lib{a}|{a} utils|py {a}|{a} {n}|{a} core dev|fast {a}|{b} {a} bridge|{a} client|{a} common",
        "Fast and small {a}|Library for {a} and {b}, development files|{a} for people in a hurry|Simple command line tool for {a}.|Bindings of {b}, version {n}|Parses, checks and prints every {a} it is given, with plugins for {b}.",
        "dkoval|Mia Sundberg|n.prasad|Oskar H.",
        _ENGLISH_MONTHS,
    ),
    "en_places": _language(
        "The {a} Inn|{a} Guest House|Grand Hotel {a}|{a} & {b} Records|Café {a}|{a} Sisters|{a} Live at the Corn Exchange|{a} ({b} remix)|Songs about {a}|The {b} Orchestra plays {a}|St. {a} Hall|{a}",
        "Set between {a} and {b}, with {n} rooms and a garden.|Doors at seven.|Recorded in one take with {n} musicians in a disused mill.|Guests praise the breakfast, less so the {b}.|Free parking nearby, pets welcome, no {a} after ten.",
        "Nora Hill|The Barleys|DJ Otter|Sam Pike|Ellen Frost|Quartet Nine",
        _ENGLISH_MONTHS,
    ),
    "it": _language(
        "{a}|{a} e {b}|Guida a {a}|Storia di {a} e {b} in Italia|{a}: {n} cose da sapere|Regolamento comunale: {a}|Che cos'è {a}?|Bando {n}: {a}|Gli archivi e {b}. Saggi raccolti",
        "Il tema di {a} resta legato a {b}.|Sono stati esaminati {n} documenti.|Aperto tutti i giorni tranne il lunedì.|Secondo gli autori {b} non basta a spiegare la diffusione, documentata fin dal Quattrocento, di {a}.|Con bibliografia e indice dei nomi.|La delibera è stata approvata all'unanimità.",
        "Giulia Ferri|Marco Bellini|Elena Sartori|Rossi, Paolo|Anna De Luca",
        "gennaio|febbraio|marzo|aprile|maggio|giugno|luglio|agosto|settembre|ottobre|novembre|dicembre",
    ),
    "nl": _language(
        "{a}|{a} en {b}|Workshop {a}|Lezing: {a} door de eeuwen heen|Alles over {a}|{n} vragen over {b}|Concert met {a}|Rondleiding {a} voor gezinnen|Vergunning {a} aanvragen",
        "Kom langs en ontdek {a}.|Toegang gratis, aanmelden verplicht.|In {n} stappen van {b} naar {a}.|De gemeente informeert bewoners over {a}, de planning en wat er met {b} gebeurt.|Voor kinderen vanaf {n} jaar.",
        "Sanne de Vries|Jan Bakker|Femke Smit|Ahmed el Idrissi",
        "januari|februari|maart|april|mei|juni|juli|augustus|september|oktober|november|december",
    ),
    "pl": _language(
        "{a}|{a} i {b}|Usługi: {a}|Zakład {a} Sp. z o.o.|Firma Handlowa „{a}”|{a} - tanio i szybko|Co warto wiedzieć: {a}|{n} porad: {b}",
        "Oferujemy {a} oraz {b} w całym województwie.|Działamy od {n} lat.|Zapraszamy od poniedziałku do piątku.|Zdaniem mieszkańców {b} to największy problem, o którym mówi się od dawna.|Zadzwoń i zapytaj o wycenę.",
        "Anna Kowalska|Piotr Zieliński|Ewa Wójcik|Tomasz Lis",
        "stycznia|lutego|marca|kwietnia|maja|czerwca|lipca|sierpnia|września|października|listopada|grudnia",
    ),
    "cs": _language(
        "{a}|{a} a {b}|Dějiny: {a}|{a} : příručka pro školy|Úvod do tématu {a}|{n} rad, jak na {a}|Sborník příspěvků z konference {a} {n}|Proč {b}?",
        "Kniha pojednává o tom, jak {a} souvisí s {b}.|Vydání {n}.|Obsahuje rejstřík a bibliografii.|Nejvíce dotazů se týká tématu {a}, na které odpovídáme v samostatném článku.|Foto: archiv.",
        "Nováková, Jana|Dvořák, Petr|Černý, Karel|Veselá, Marie",
        "ledna|února|března|dubna|května|června|července|srpna|září|října|listopadu|prosince",
    ),
    "sv": _language(
        "{a}|{a} och {b}|Allt om {a}|Så fungerar {a}|{a} med {n} rum|Nyheter om {b}|Ansök om {a}|Rapport {n}: {a}",
        "Här hittar du information om {a}.|Kommunen har beslutat om {a} och {b}.|Öppet {n} dagar i månaden.|Ljust och välplanerat, nära till {b}.|Frågor besvaras av vårt servicecenter, som även hjälper till med ansökan.",
        "Karin Lund|Erik Holm|Maja Ek|Nils Sjögren",
        "januari|februari|mars|april|maj|juni|juli|augusti|september|oktober|november|december",
    ),
    "tr": _language(
        "{a}|{a} ve {b}|{a} indir|{a} nasıl yapılır?|{n} adımda {a}|{a} Pro {n}|En iyi {b} listesi|{a} hakkında her şey",
        "{a} için en çok tercih edilen program.|Türkçe dil desteği vardır.|Son sürümde {b} hataları giderildi, açılış {n} kat hızlandı.|Ücretsiz deneyin.|Bu videoda {a} ile {b} arasındaki farkları anlatıyoruz.",
        "Ayşe Yılmaz|Mehmet Kaya|Elif Demir|Can Öztürk",
        "Ocak|Şubat|Mart|Nisan|Mayıs|Haziran|Temmuz|Ağustos|Eylül|Ekim|Kasım|Aralık",
    ),
    "ko": _language(
        "{a}|{a}와 {b}|{a} 추천 {n}가지|{a} 후기|처음 만나는 {a}|{b}의 모든 것|[리뷰] {a} 솔직한 이야기|{a} 하는 법",
        "오늘은 {a}에 대해 알아보겠습니다.|직접 {n}번 다녀온 후기입니다.|{b}보다 {a}이(가) 좋았습니다.|자세한 내용은 본문을 참고하세요.|전문가들은 {a}의 수요가 지난해보다 {n}퍼센트 늘었다고 밝혔다.",
        "김민수|이서연|박지훈|최은지",
        "1월|2월|3월|4월|5월|6월|7월|8월|9월|10월|11월|12월",
    ),
    "zh": _language(
        "{a}|{a}与{b}|{a}怎么选？|关于{a}的{n}个问题|{a}攻略大全|为什么{b}越来越贵|【原创】{a}心得分享|{a}_百科|求助：{a}出问题了",
        "本文介绍{a}的基本知识。|据专家介绍，{a}与{b}有密切关系。|去年{a}增长了百分之{n}。|欢迎大家留言讨论。|楼主说得对，我家的{b}用了{n}年也没坏。|点击查看更多详情，包括价格、图片、参数和用户评价。",
        "小明|王芳|李强|老张|清风明月",
        "1月|2月|3月|4月|5月|6月|7月|8月|9月|10月|11月|12月",
        spaced=False,
    ),
    "he": _language(
        "{a}|{a} ו{b}|{a} בתל אביב|מרכז {a}|הכול על {a}|{n} המלצות: {a}|בית {b}",
        "מקום נעים עם {a} ו{b}.|פתוח בימים א׳ עד ה׳.|חניה בשפע, {n} דקות מהתחנה.|לפי המבקרים, {a} כאן טוב יותר מאשר בכל מקום אחר בעיר.",
        "דנה לוי|יוסי כהן|מיכל אברהם",
        "ינואר|פברואר|מרץ|אפריל|מאי|יוני|יולי|אוגוסט|ספטמבר|אוקטובר|נובמבר|דצמבר",
    ),
    "fa": _language(
        "{a}|{a} و {b}|معنی {a}|{a} در ادبیات فارسی|{n} نکته درباره {a}|تاریخ {b}",
        "{a} در لغت به معنی {b} است.|این واژه {n} بار در متن‌های کهن آمده است.|برای آگاهی بیشتر به {b} نگاه کنید.|به گفته پژوهشگران، {a} از واژه‌هایی است که از دیرباز در کنار {b} به کار رفته است.",
        "مریم احمدی|رضا کریمی|نسرین رستمی",
        "فروردین|اردیبهشت|خرداد|تیر|مرداد|شهریور|مهر|آبان|آذر|دی|بهمن|اسفند",
    ),
    "da": _language(
        "{a}|{a} og {b}|{a} søges til {b}|Erfaren medarbejder til {a}|Vil du arbejde med {a}?|{a}, {n} timer om ugen|Vikar inden for {a}|Leder af {b}",
        "Vi søger en kollega, der brænder for {a}.|Stillingen er på {n} timer om ugen.|Du får ansvar for {a} i samarbejde med {b}, hvor ingen dage er ens.|Ansøgningsfrist den 1. august.|Løn efter overenskomst.|Har du lyst til at præge {b}, og trives du med {a}, så læs videre her.",
        "Nordhavn Kommune|Mette Lund|Byggefirmaet Holm A/S|Sundby Sygehus|Kirk & Sønner",
        "januar|februar|marts|april|maj|juni|juli|august|september|oktober|november|december",
    ),
    "nb": _language(
        "{a}|{a} og {b}|Episode {n}: {a}|Alt du lurer på om {a}|{a} – den siste sommeren|Hva skjedde med {b}?|#{n} {a}",
        "I dag snakker vi om {a}.|Gjesten har jobbet med {b} i {n} år.|Hvorfor er {a} så vanskelig, og hva har {b} med saken å gjøre?|Produsert av Lydhuset.|Programleder spør, lytterne svarer, og til slutt får vi vite hva {a} egentlig koster.",
        "Ingrid Moe|Lydhuset|Kari og Ola|Sverre Dahl",
        "januar|februar|mars|april|mai|juni|juli|august|september|oktober|november|desember",
    ),
    "fi": _language(
        "{a}|{a} ja {b}|{a} aloittelijalle|Ohje: {a}|Pöytäkirja {n}|Usein kysyttyä: {a}|{a} vuonna 20{n}|Luettelo: {b}",
        "Tällä sivulla kerrotaan, mitä {a} tarkoittaa.|Katso myös {b}.|Päivitetty {n} kertaa.|Seuran kokouksessa käsiteltiin aihetta {a} ja päätettiin, että {b} siirretään ensi vuoteen.",
        "Matti Virtanen|Liisa Korhonen|Aino Salo|J. Mäkinen",
        "tammikuuta|helmikuuta|maaliskuuta|huhtikuuta|toukokuuta|kesäkuuta|heinäkuuta|elokuuta|syyskuuta|lokakuuta|marraskuuta|joulukuuta",
    ),
    "uk": _language(
        "{a}|Продам {a}|{a} та {b}, комплект|{a} б/в, стан відмінний|Нова {a}, {n} шт.|Ремонт: {a}|Терміново! {a}|{a} {n} л",
        "Стан ідеальний, {a} майже без слідів користування.|Торг біля капота.|Віддам {b} у подарунок.|Працює {n} років без ремонту.|Надсилаю поштою після передплати, дзвоніть у будь-який час.",
        "Оксана|Тарас|Ірина Бойко|Магазин «Комора»",
        "січня|лютого|березня|квітня|травня|червня|липня|серпня|вересня|жовтня|листопада|грудня",
    ),
    "id": _language(
        "{a}|{a} & {b}|{a} Pro|Belajar {a}|{a}: Panduan {n} Hari|Aplikasi {a} Gratis|{a} Indonesia|Super {b} {n}",
        "Aplikasi {a} terbaik dan gratis.|Temukan {b} dengan mudah, tanpa internet.|Sudah dipakai lebih dari {n} juta orang.|Fitur baru: {a}, {b} dan mode gelap untuk mata yang lelah.|Beri kami bintang lima.",
        "Studio Kancil|Budi Santoso|Rumah Aplikasi|PT Melati Digital",
        "Januari|Februari|Maret|April|Mei|Juni|Juli|Agustus|September|Oktober|November|Desember",
    ),
    "vi": _language(
        "{a}|{a} và {b}|{n} điều cần biết về {a}|Vì sao {a} tăng giá|Người dân lo lắng vì {b}|Chuyện {a} ở miền núi|Đề xuất sửa quy định về {a}",
        "Theo chuyên gia, {a} sẽ còn thay đổi trong {n} năm tới.|Sáng nay, lãnh đạo thành phố họp bàn về {b}.|Nhiều gia đình chọn {a} thay cho {b} vì rẻ hơn và gần nhà.|Cơ quan chức năng đang kiểm tra.|Giá vé không đổi.",
        "Minh Anh|Quang Huy|Thu Hà|Lê Phương",
        "tháng 1|tháng 2|tháng 3|tháng 4|tháng 5|tháng 6|tháng 7|tháng 8|tháng 9|tháng 10|tháng 11|tháng 12",
    ),
    "th": _language(
        "{a}|{a}กับ{b}|รีวิว{a}|สอบถามเรื่อง{a}ครับ|{a} ที่ไหนดี?|ใครเคยไป{a}บ้าง|[CR] {a} {n} วัน|{b} แพงไปไหม",
        "อยากทราบว่า{a}ดีไหมคะ|ไปมาแล้ว {n} ครั้ง ประทับใจมาก|{b}อยู่ไม่ไกล เดินได้|สวัสดีค่ะ วันนี้จะมารีวิว{a} ใครมีคำถามถามได้เลยนะคะ",
        "สมาชิกหมายเลข 812345|แมวส้ม|คุณนายตื่นสาย|นักเดินทาง",
        "มกราคม|กุมภาพันธ์|มีนาคม|เมษายน|พฤษภาคม|มิถุนายน|กรกฎาคม|สิงหาคม|กันยายน|ตุลาคม|พฤศจิกายน|ธันวาคม",
    ),
    "hi": _language(
        "{a}|{a} और {b}|{a} योजना {n}|{a} के लिए आवेदन|{b} संबंधी अधिसूचना|{a}: अक्सर पूछे जाने वाले प्रश्न|वार्षिक रिपोर्ट: {a}",
        "इस योजना के अंतर्गत {a} के लिए सहायता दी जाती है।|आवेदन की अंतिम तिथि {n} मार्च है।|{b} से संबंधित दिशा-निर्देश यहाँ देखें।|विभाग द्वारा {a} और {b} के विषय में जारी सभी परिपत्र, आदेश तथा प्रपत्र इस पृष्ठ पर उपलब्ध हैं।",
        "ग्रामीण विकास विभाग|सुनीता शर्मा|राजेश वर्मा|सूचना प्रकोष्ठ",
        "जनवरी|फ़रवरी|मार्च|अप्रैल|मई|जून|जुलाई|अगस्त|सितंबर|अक्टूबर|नवंबर|दिसंबर",
    ),
    "ur": _language(
        "{a}|{a} اور {b}|{a}: {n} سوال اور ان کے جواب|کیا {a} مہنگا ہو جائے گا؟|{b} پر نئی بحث|{a} کی کہانی|تصاویر میں: {a}",
        "ماہرین کے مطابق {a} اس سال کا سب سے بڑا مسئلہ ہے۔|گذشتہ {n} برسوں میں {b} کی قیمت دگنی ہو گئی۔|حکومت نے {a} کے بارے میں نئے منصوبے کا اعلان کیا ہے جس پر {b} کے حلقے خوش نہیں۔|مزید تفصیلات اس رپورٹ میں۔",
        "عائشہ ملک|حمزہ خان|نامہ نگار، لاہور",
        "جنوری|فروری|مارچ|اپریل|مئی|جون|جولائی|اگست|ستمبر|اکتوبر|نومبر|دسمبر",
    ),
    "zh_tw": _language(
        "[問卦] {a}的八卦？|[新聞] {a}漲價 {b}跟進|Re: [問卦] {a}的八卦？|[爆卦] {a}出事了|[問題] {a}推薦|Fw: [心得] {a}與{b}|[閒聊] 今天的{b}|[公告] {a}相關規定",
        "如題，{a}到底怎麼了？|有沒有{b}的八卦。|小弟買了{n}次。",
        "kobe5566|catlover77|wuzza|moonlight",
        "1月|2月|3月|4月|5月|6月|7月|8月|9月|10月|11月|12月",
        spaced=False,
    ),
}
