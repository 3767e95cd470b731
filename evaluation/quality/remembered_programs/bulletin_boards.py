"""Boards and mailing lists: phpBB, MyBB, vBulletin, Discourse, questions and answers, HyperKitty."""

from evaluation.quality.remembered_programs.contents import Hit, ResultPage
from evaluation.quality.remembered_programs.programs import program


@program(
    "en",
    "motorcycles",
    "https://forum.kickstand.example",
    "./viewtopic.php?t={n}&hilit={q}#p{n}",
    search="/search.php?keywords={q}",
    title="Re: {title}",
)
def phpbb(p: ResultPage) -> str:
    """phpBB 3.2, prosilver: posts, each with the author's column and the forum it is in."""

    def post(h: Hit) -> str:
        author = h.author.replace(" ", "")
        return f"""<div class="search post bg{1 + p.place(h) % 2}"><div class="inner"><dl class="postprofile"><dt class="author">by <a href="./memberlist.php?mode=viewprofile&amp;u={h.count}" class="username">{author}</a></dt><dd class="search-result-date">{h.day:%a %b %d, %Y} 8:1{h.rating} pm</dd><dd>Forum: <a href="./viewforum.php?f={h.rating}">{h.category}</a></dd><dd>Topic: <a href="./viewtopic.php?f={h.rating}&amp;t={h.number}&amp;hilit={p.query}">{h.title.removeprefix("Re: ")}</a></dd><dd>Replies: <strong>{h.count}</strong></dd><dd>Views: <strong>{h.number}</strong></dd></dl>
<div class="postbody"><h3><a href="{h.url}">{h.title}</a></h3><div class="content">{p.mark(h.snippet, "span", "posthilit")}</div></div><ul class="searchresults"><li><a href="{h.url}" class="arrow-right"><i class="icon fa-angle-right fa-fw icon-black"></i><span>Jump to post</span></a></li></ul></div></div>"""

    pager = f'<div class="pagination">Search found {p.total} matches<ul>{p.pager("<li><a class=button href=./search.php?keywords={q}&start={i}0>{i}</a></li>", "<li class=active><span>{i}</span></li>")}</ul></div>'
    body = (
        f"""<h2 class="searchresults-title">Search found {p.total} matches: <a href="./search.php?keywords={p.query}">{p.query}</a></h2><p>Searched query: <strong>{p.query}</strong></p><p class="advanced-search-link"><a class="arrow-left" href="./search.php"><span>Go to advanced search</span></a></p>
<div class="action-bar bar-top"><div class="search-box"><form method="post" action="./search.php?st=0"><input class="inputbox search tiny" type="search" name="add_keywords"></form></div>{pager}</div>{p.each(post)}<div class="action-bar bottom">{pager}</div>"""
        if p.hits
        else '<div class="panel" id="message"><div class="inner"><h2 class="message-title">Information</h2><p>No suitable matches were found.</p></div></div>'
    )
    return f"""<!DOCTYPE html><html dir="ltr" lang="en-gb"><head><meta charset="utf-8"><title>Kickstand forum - Search</title></head><body id="phpbb" class="nojs notouch section-search ltr"><div id="wrap" class="wrap"><div id="page-header"><div class="headerbar"><div id="site-description"><a id="logo" class="logo" href="./index.php"><span class="site_logo"></span></a><h1>Kickstand forum</h1></div></div>
<div class="navbar"><ul id="nav-main" class="nav-main linklist"><li id="quick-links"><a href="#">Quick links</a><ul class="dropdown-contents"><li><a href="./search.php?search_id=unanswered"><span>Unanswered topics</span></a></li><li><a href="./search.php?search_id=active_topics"><span>Active topics</span></a></li></ul></li><li><a href="/app.php/help/faq" rel="help"><span>FAQ</span></a></li><li class="rightside"><a href="./ucp.php?mode=login"><span>Login</span></a></li></ul><ul id="nav-breadcrumbs" class="nav-breadcrumbs linklist navlinks"><li class="breadcrumbs"><span class="crumb"><a href="./index.php"><span>Board index</span></a></span></li></ul></div></div>
<div id="page-body" class="page-body">{body}<form method="post" action="./search.php"><fieldset class="display-options"><label>Display: <select name="st"><option>All results</option><option>1 day</option></select></label></fieldset></form><div class="jumpbox dropdown-container"><span class="button"><span>Jump to</span></span><ul class="dropdown-contents">{p.items('<li><a href="./viewforum.php?f={i}" class="jumpbox-forum-link"><span>{t}</span></a></li>', 10)}</ul></div></div>
<div id="page-footer"><div class="copyright"><p class="footer-row">Powered by <a href="https://www.phpbb.com/">phpBB</a>&reg; Forum Software &copy; phpBB Limited</p></div></div></div></body></html>"""


@program(
    "ru",
    "soft_ru",
    "https://forum.zhelezo.example",
    "showthread.php?tid={n}&highlight={q}",
    search="/search.php?action=results&sid={q}",
    size=20,
    title="{title}",
)
def mybb(p: ResultPage) -> str:
    """MyBB 1.8: a table of threads with forum, replies, views and last post."""

    def row(h: Hit) -> str:
        css = f"trow{1 + p.place(h) % 2}" + (" trow_sticky" if p.odd(h) else "")
        return f"""<tr class="inline_row"><td align="center" class="{css}" width="2%"><span class="thread_status hotfolder" title="Нет новых сообщений.">&nbsp;</span></td><td align="center" class="{css}" width="2%"></td><td class="{css}">{"Важно: " if p.odd(h) else ""}<a href="{h.url}" class=" subject_old" id="tid_{h.number}">{h.title}</a>{f' <span class="smalltext">(Страниц: <a href="{h.url}&page=2">2</a> <a href="{h.url}&page=3">3</a>)</span>' if h.count % 4 == 0 else ""}<div class="author smalltext"><a href="member.php?action=profile&uid={h.count}">{h.author}</a></div></td>
<td class="{css}"><a href="forumdisplay.php?fid={h.rating}">{h.category}</a></td><td align="center" class="{css}"><a href="javascript:MyBB.whoPosted({h.number});">{h.count}</a></td><td align="center" class="{css}">{h.number}</td><td class="{css}" style="white-space: nowrap; text-align: right"><span class="smalltext">{h.day:%d.%m.%Y}, 12:3{h.rating}<br><a href="{h.url}&action=lastpost">Последнее сообщение</a>: <a href="member.php?action=profile&uid={h.number}">{h.author.split()[-1]}</a></span></td></tr>"""

    body = (
        f"""<div class="pagination"><span class="pages">Страницы ({p.total // 20}):</span>{p.pager('<a href="search.php?sid=f&page={i}" class="pagination_page">{i}</a>', '<span class="pagination_current">{i}</span>')}</div>
<table border="0" cellspacing="0" cellpadding="5" class="tborder"><tr><td class="thead" colspan="7"><strong>Результаты поиска</strong></td></tr><tr><td class="tcat" width="2%"></td><td class="tcat" width="2%"></td><td class="tcat"><span class="smalltext"><strong>Тема / Автор</strong></span></td><td class="tcat"><strong>Форум</strong></td><td class="tcat"><strong><a href="?sortby=replies">Ответов</a></strong></td><td class="tcat"><strong><a href="?sortby=views">Просмотров</a></strong></td><td class="tcat"><strong><a href="?sortby=lastpost">Последнее</a> [<a href="?order=asc">возр.</a>]</strong></td></tr>{p.each(row)}</table>"""
        if p.hits
        else '<table class="tborder"><tr><td class="thead"><strong>Форум «Железо»</strong></td></tr><tr><td class="trow1">Извините, по вашему запросу ничего не найдено. Попробуйте изменить условия поиска.</td></tr></table>'
    )
    return f"""<!DOCTYPE html><html lang="ru"><head><title>Железо - Результаты поиска</title></head><body><div id="container"><div id="header"><div id="logo"><a href="index.php"><img src="logo.png" alt="Железо"></a><ul class="menu top_links"><li><a href="search.php" class="search">Поиск</a></li><li><a href="memberlist.php" class="memberlist">Пользователи</a></li><li><a href="calendar.php" class="calendar">Календарь</a></li></ul></div><div id="panel"><span class="welcome">Здравствуйте, гость! <a href="member.php?action=login" class="login">Вход</a> <a href="member.php?action=register" class="register">Регистрация</a></span></div></div>
<div id="content"><div class="navigation"><a href="index.php">Железо</a><span class="active">Результаты</span></div>{body}</div><div id="footer"><ul class="menu bottom_links"><li><a href="contact.php">Связь</a></li><li><a href="#top">Вверх</a></li></ul><span id="copyright">Работает на <a href="https://mybb.com">MyBB</a></span></div></div></body></html>"""


@program(
    "en",
    "photography",
    "https://www.fstop-forums.example",
    "showthread.php?{n}-{slug}&s=1",
    search="/search.php?searchid={q}",
    size=25,
)
def vbulletin(p: ResultPage) -> str:
    """vBulletin 4: `ol#searchbits` of threads, each with statistics and last post lists."""

    def thread(h: Hit) -> str:
        return f"""<li class="threadbit hot{" attachments" if p.odd(h) else ""}" id="thread_{h.number}"><div class="rating{h.rating} nonsticky"><div class="threadinfo thread" title="{h.snippet[:150]}"><div class="inner"><h3 class="searchtitle"><a class="title" href="{h.url}" id="thread_title_{h.number}">{h.title}</a></h3><div class="threadmeta"><p class="threaddesc">{h.snippet[:60] if h.image else ""}</p><div class="author"><span class="label">Started by <a href="member.php?{h.count}" class="username understate" title="Started by {h.author}">{h.author}</a>, {h.day:%m-%d-%Y} 08:0{h.rating} AM</span></div></div></div></div>
<ul class="threadstats td"><li>Replies: <a href="misc.php?do=whoposted&t={h.number}" class="understate">{h.count}</a></li><li>Views: {h.number}</li></ul><dl class="threadlastpost td"><dt class="lastpostby hidden">Last Post By</dt><dd><div class="popupmenu memberaction"><a class="username offline popupctrl" href="member.php?{h.count + 7}"><strong>{h.author.split()[-1]}</strong></a></div></dd><dd>{h.day:%m-%d-%Y}, <span class="time">06:1{h.rating} PM</span> <a href="{h.url}&p={h.number}#post{h.number}" class="lastpostdate understate"><img src="images/buttons/lastpost-right.png" alt="Go to last post"></a></dd></dl><p class="threadlocation">Forum: <a href="forumdisplay.php?{h.rating}">{h.category}</a></p></div></li>"""

    body = (
        f"""<div id="above_searchresults"><div class="pagination_top"><form class="pagination popupmenu"><span><a class="popupctrl">Page 1 of {p.total // 25}</a></span>{p.pager('<span><a href="search.php?searchid=1&page={i}">{i}</a></span>', '<span class="selected"><a>{i}</a></span>')}</form></div></div>
<div id="searchresults" class="block"><div class="blockhead"><span class="threadinfohead">Title</span> <span class="threadstatshead">Replies / Views</span></div><ol id="searchbits" class="searchbits threads">{p.each(thread)}</ol></div>"""
        if p.hits
        else '<div class="standard_error"><h2 class="blockhead">vBulletin Message</h2><div class="blockbody formcontrols"><p class="blockrow restore">Sorry - no matches. Please try some different terms.</p></div></div>'
    )
    return f"""<!DOCTYPE html><html lang="en"><head><title>Search Results - f/stop forums</title></head><body><div class="above_body"><div id="header" class="floatcontainer"><div id="toplinks" class="toplinks"><ul class="nouser"><li><a href="register.php" rel="nofollow">Register</a></li><li><a rel="help" href="faq.php">Help</a></li><li><form id="navbar_loginform" action="login.php" method="post"><input name="vb_login_username"><input type="password" name="vb_login_password"></form></li></ul></div></div><div id="navbar" class="navbar"><ul id="navtabs" class="navtabs floatcontainer"><li class="selected"><a class="navtab" href="forum.php">Forum</a><ul class="floatcontainer"><li><a href="search.php?do=getdaily">New Posts</a></li><li><a href="calendar.php">Calendar</a></li></ul></li></ul></div></div>
<div class="body_wrapper"><div id="breadcrumb" class="breadcrumb"><ul class="floatcontainer"><li class="navbithome"><a href="index.php">Home</a></li><li class="navbit lastnavbit"><span>Search Results</span></li></ul></div><div id="search_header"><h1 class="pagetitle">Search: <span>{p.query}</span></h1><dl class="stats"><dt>Search took</dt><dd>0.02 seconds</dd></dl></div>{body}
<div id="footer"><ul><li><a href="sendmessage.php">Contact Us</a></li><li><a href="#top">Top</a></li></ul></div></div></body></html>"""


@program(
    "en",
    "server",
    "https://meta.rackroom.example",
    "https://meta.rackroom.example/t/{slug}/{n}",
    search="/search?q={q}",
    size=15,
)
def discourse(p: ResultPage) -> str:
    """Discourse as crawlers see it: a bare document with schema.org and a plain list of topics."""

    def topic(h: Hit) -> str:
        tags = ", ".join(
            f"<a href='/tag/{t.replace(' ', '-')}' class='discourse-tag'>{t}</a>" for t in h.tags
        )
        return f"""<tr class="topic-list-item category-{h.count}" id="topic-list-item-{h.number}"><td class="main-link" itemprop="itemListElement" itemscope itemtype="http://schema.org/ListItem"><meta itemprop="position" content="{p.place(h)}"><span class="link-top-line"><a itemprop="url" href="{h.url}" class="title raw-link raw-topic-link">{h.title}</a></span><div class="link-bottom-line"><a href="/c/{h.category.split()[0]}/{h.rating}" class="badge-wrapper bullet"><span class="badge-category-bg"></span><span class="badge-category clear-badge"><span class="category-name">{h.category}</span></span></a> <div class="discourse-tags">{tags}</div></div>{f'<p class="excerpt">{h.snippet}</p>' if p.odd(h) else ""}</td>
<td class="replies"><span class="posts" title="posts">{h.count}</span></td><td class="views"><span class="views" title="views">{h.number}</span></td><td>{h.day:%B %d, %Y}</td></tr>"""

    body = (
        f"""<div class="topic-list-container" itemscope itemtype="http://schema.org/ItemList"><table class="topic-list"><thead><tr><th>Topic</th><th class="replies">Replies</th><th class="views">Views</th><th>Activity</th></tr></thead><tbody>{p.each(topic)}</tbody></table></div><div role="navigation" class="topic-list-bottom"><span><b><a rel="next" href="/search?q={p.query}&page=2">next page →</a></b></span></div>"""
        if p.hits
        else "<p>No results found.</p>"
    )
    return f"""<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Search results for '{p.query}' - Rackroom Meta</title><meta name="generator" content="Discourse 2.8.0"></head><body class="crawler"><header><a href="/">Rackroom Meta</a></header><div id="main-outlet" class="wrap" role="main"><h1>Search results for '{p.query}'</h1>{body}</div>
<footer class="container wrap"><nav class="crawler-nav"><ul><li itemscope><span itemprop="name"><a href="/" itemprop="url">Home </a></span></li><li><a href="/categories">Categories </a></li><li><a href="/guidelines">FAQ/Guidelines </a></li><li><a href="/tos">Terms of Service </a></li><li><a href="/privacy">Privacy Policy </a></li></ul></nav><p class="powered-by-link">Powered by <a href="https://www.discourse.org">Discourse</a>, best viewed with JavaScript enabled</p></footer></body></html>"""


@program(
    "en",
    "programming",
    "https://askdesk.example",
    "/questions/{n}/{slug}?r=SearchResults",
    search="/search?q={q}",
    size=15,
)
def question_exchange(p: ResultPage) -> str:
    """A site like Stack Exchange: questions and answers with votes, tags and a user card each."""

    def post(h: Hit) -> str:
        kind = "A" if h.count % 3 == 0 else "Q"
        tags = "".join(
            f'<li class="d-inline mr4 js-post-tag-list-item"><a href="/questions/tagged/{t.replace(" ", "-")}" class="post-tag flex--item mt0" rel="tag">{t.replace(" ", "-")}</a></li>'
            for t in h.tags
        )
        return f"""<div id="{"question" if kind == "Q" else "answer"}-summary-{h.number}" class="s-post-summary js-post-summary" data-post-id="{h.number}"><div class="s-post-summary--stats js-post-summary-stats"><div class="s-post-summary--stats-item s-post-summary--stats-item__emphasized" title="Score of {h.rating}"><span class="s-post-summary--stats-item-number">{h.rating}</span> <span class="s-post-summary--stats-item-unit">votes</span></div><div class="s-post-summary--stats-item {"has-answers has-accepted-answer" if p.odd(h) else ""}" title="{h.count % 7} answers"><span class="s-post-summary--stats-item-number">{h.count % 7}</span> <span class="s-post-summary--stats-item-unit">answers</span></div><div class="s-post-summary--stats-item" title="{h.number} views"><span>{h.number // 1000}k</span> <span>views</span></div></div>
<div class="s-post-summary--content"><div class="s-post-summary--content-type"><svg aria-hidden="true" class="svg-icon"><path d="M4 15"></path></svg></div><h3 class="s-post-summary--content-title"><a href="{h.url}" class="s-link">{h.title}</a></h3><div class="s-post-summary--content-excerpt">{p.mark(h.snippet, "span", "result-highlight")} &hellip;</div>
<div class="s-post-summary--meta"><div class="s-post-summary--meta-tags d-inline-block tags js-tags"><ul class="ml0 list-ls-none js-post-tag-list-wrapper d-inline">{tags}</ul></div><div class="s-user-card s-user-card__minimal"><a href="/users/{h.count}/x" class="s-avatar s-avatar__16 s-user-card--avatar"><div class="gravatar-wrapper-16"><img src="/a/{h.count}.png" alt="{h.author}" class="s-avatar--image"></div></a><div class="s-user-card--info"><div class="s-user-card--link d-flex gs4"><a href="/users/{h.count}/x" class="flex--item">{h.author}</a></div><ul class="s-user-card--awards"><li class="s-user-card--rep"><span>{h.number}</span></li></ul></div><time class="s-user-card--time">{"answered" if kind == "A" else "asked"} <span title="{h.day} 10:00:00Z" class="relativetime">{h.day:%b %d, %Y} at 10:00</span></time></div></div></div></div>"""

    body = (
        f'<div class="d-flex ai-center jc-space-between"><div class="flex--item fl1 fs-body3">{p.total} results</div><div class="s-btn-group js-filter-btn"><a class="js-sort-preference-change s-btn is-selected" href="?tab=Relevance">Relevance</a><a class="s-btn" href="?tab=Newest">Newest</a></div></div><div class="js-search-results"><div class="flush-left js-search-results"><div class="search-results">{p.each(post)}</div></div></div><div class="s-pagination site1 themed pager float-left">{p.pager("<a class=s-pagination--item href=/search?page={i}&q={q} rel>{i}</a>", "<div class=s-pagination--item>{i}</div>")}</div>'
        if p.hits
        else f'<div class="ta-center p48"><div class="fs-headline1">We couldn\'t find anything for <b>{p.query}</b></div><p>Try different or less specific keywords.</p></div>'
    )
    hot = p.each(
        lambda h: (
            f'<li class="js-hnq-item"><div class="favicon favicon-x" title="Other"></div><a href="https://{h.category.split()[0]}.example/questions/{h.number}" class="js-gps-track question-hyperlink mb0">{h.title}</a></li>'
        ),
        p.others(9),
    )
    return f"""<!DOCTYPE html><html><head><title>Posts containing '{p.query}' - Ask Desk</title></head><body class="search-page unified-theme"><header class="s-topbar"><a href="/" class="s-topbar--logo">Ask Desk</a><ol class="s-navigation"><li><a href="/products" class="s-navigation--item">Products</a></li></ol><form id="search" role="search" action="/search" class="s-topbar--searchbar"><input name="q" value="{p.query}"></form><ol class="s-topbar--content"><li><a href="/login" class="s-topbar--item">Log in</a></li><li><a href="/signup">Sign up</a></li></ol></header>
<div class="container"><div id="left-sidebar"><nav><ol class="nav-links"><li><a href="/" class="pl8 nav-links--link">Home</a></li><li><a href="/questions">Questions</a></li><li><a href="/tags">Tags</a></li><li><a href="/users">Users</a></li></ol></nav></div><div id="content" class="snippet-hidden"><div id="mainbar" role="main"><div class="d-flex"><h1 class="flex--item fl1 fs-headline1">Search Results</h1><a href="/search/advanced" class="s-link">Advanced Search Tips</a></div><p>Results for <em>{p.query}</em></p>{body}</div>
<div id="sidebar" role="complementary"><div id="hot-network-questions" class="module tex2jax_ignore"><h4><a href="/hot" class="js-gps-track s-link">Hot Network Questions</a></h4><ul>{hot}</ul></div></div></div></div><footer id="footer"><ul class="-list"><li><a href="/help">Help</a></li><li><a href="/legal">Legal</a></li></ul></footer></body></html>"""


@program(
    "en",
    "software",
    "https://lists.tinfoil.example",
    "https://lists.tinfoil.example/archives/list/dev@tinfoil.example/message/{n}K7Q2/",
    search="/archives/search?q={q}",
    size=10,
)
def hyperkitty(p: ResultPage) -> str:
    """Mailman's HyperKitty: threads with avatar, sender, list and attachment counts."""

    def mail(h: Hit) -> str:
        return f"""<div class="thread"><div class="row d-flex"><div class="col-12 col-lg-11 ml-lg-4 thread-title"><span class="thread-title d-none d-sm-inline"><a name="{h.number}" href="{h.url}">{h.title}</a></span></div><div class="text-muted col-12 col-lg-11"><span>by {h.author}</span></div></div>
<div class="row"><div class="d-flex col-xl-11 col-lg-12 col-12 thread-info"><div class="col-2 gravatar-wrapper"><img class="gravatar" src="https://secure.gravatar.example/{h.number}.jpg?s=40" width="40" alt=""></div><div class="col-12"><div class="expander collapsed"><p>{p.mark(h.snippet, "span", "highlighted")}</p>{"<p>--<br>" + h.author + "<br>http://www.tinfoil.example/~" + h.author.split()[0].lower() + "/</p>" if p.odd(h) else ""}</div></div></div></div>
<div class="thread-date"><i class="fa fa-clock-o"></i> <span title="{h.day}">{h.day.year} years</span> <i class="fa fa-comments"></i> {h.count % 12} <i class="fa fa-thumbs-up"></i> +{h.rating}/-0 <a href="https://lists.tinfoil.example/archives/list/dev@tinfoil.example/">dev@tinfoil.example</a></div></div>"""

    body = (
        f"""<div class="row"><p class="col text-muted">{p.total} messages</p></div>{p.each(mail)}<nav aria-label="Page navigation"><ul class="pagination justify-content-center">{p.pager('<li class="page-item"><a class="page-link" href="?q={q}&page={i}">{i}</a></li>', '<li class="page-item active"><span class="page-link">{i}</span></li>')}</ul></nav>"""
        if p.hits
        else "<p>Sorry, no email could be found for your search query.</p>"
    )
    return f"""<!DOCTYPE HTML><html lang="en"><head><title>Search results for "{p.query}" - lists.tinfoil.example</title></head><body><nav class="navbar sticky-top navbar-expand-md navbar-dark bg-dark"><div class="container"><a class="navbar-brand" href="/archives/">Mailman 3</a><form name="search" method="get" action="/archives/search" class="navbar-form"><input name="q" value="{p.query}"></form><ul class="nav navbar-nav"><li class="nav-item"><a class="nav-link" href="/mailman3/lists/"><span class="fa fa-cogs"></span> Manage this list</a></li><li class="nav-item"><a href="/accounts/login/">Sign In</a></li></ul></div></nav>
<div class="container"><div class="view-header mb-4 clearfix row"><h1>Search results for "{p.query}"</h1><div class="sort"><a href="?sort=date-asc">by date</a> <a href="?sort=date-desc">newest</a></div></div><div class="row"><div class="col-md-12"><div class="thread-list">{body}</div></div></div></div><footer class="footer"><div class="container"><p class="text-muted"><a href="https://hyperkitty.example">HyperKitty</a> version 1.3.4.</p></div></footer></body></html>"""
