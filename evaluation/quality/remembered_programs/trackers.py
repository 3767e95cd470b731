"""Software projects: Redmine, Bugzilla, Gitea, Trac."""

from evaluation.quality.remembered_programs.contents import Hit, ResultPage
from evaluation.quality.remembered_programs.programs import program


@program(
    "en",
    "server",
    "https://projects.cableworks.example",
    "/issues/{n}",
    search="/search?utf8=%E2%9C%93&q={q}&scope=all",
)
def redmine(p: ResultPage) -> str:
    """Redmine 3: a definition list of issues, news and wiki pages."""

    def entry(h: Hit) -> str:
        shown = p.mark(h.title, "span", "highlight token-0")
        return f"""<dt class="{("issue", "issue-closed", "issue")[h.count % 3]} icon icon-{("issue", "issue-closed")[h.count % 2]}"><span class="project">{h.category.title()}</span> <a href="{h.url}">{shown}</a></dt><dd><span class="description">{p.mark(h.snippet, "span", "highlight token-0")}</span><span class="author">{h.day:%m/%d/%Y} 0{h.rating}:12 PM</span></dd>"""

    counts = (
        f'<div id="search-results-counts"><ul><li><a href="/search?issues=1&q={p.query}">Issues ({p.total - 3})</a></li><li><a href="/search?news=1&q={p.query}">News (1)</a></li><li><a href="/search?wiki_pages=1&q={p.query}">Wiki pages (2)</a></li></ul></div>'
        if p.hits
        else ""
    )
    body = (
        f'{counts}<h3>Results ({p.total})</h3><dl id="search-results">{p.each(entry)}</dl><span class="pagination"><ul class="pages">{p.pager("<li class=page><a href=/search?page={i}&q={q}>{i}</a></li>", "<li class=current><span>{i}</span></li>")}</ul><span><span class="items">(1-{len(p.hits)}/{p.total})</span></span></span>'
        if p.hits
        else "<h3>Results (0)</h3>"
    )
    return f"""<!DOCTYPE html><html lang="en"><head><title>Search - Redmine</title></head><body class="controller-search action-index"><div id="wrapper"><div id="top-menu"><div id="account"><ul><li><a class="login" href="/login">Sign in</a></li><li><a class="register" href="/account/register">Register</a></li></ul></div><ul><li><a class="home" href="/">Home</a></li><li><a class="projects" href="/projects">Projects</a></li><li><a class="help" href="https://www.redmine.org/guide">Help</a></li></ul></div><div id="header"><div id="quick-search"><form action="/search"><label for="q"><a href="/search">Search</a>:</label><input type="text" name="q" id="q" size="20" class="small"></form></div><h1>Cableworks projects</h1></div>
<div id="main" class="nosidebar"><div id="sidebar"></div><div id="content"><h2>Search</h2><form id="search-form" action="/search" method="get"><p><input type="text" name="q" id="search-input" value="{p.query}" size="60"> <select name="scope"><option>All Projects</option></select> <label><input type="checkbox" name="all_words" value="1" checked> All words</label></p><p id="search-types">{p.items('<label><input type="checkbox" name="t{i}" value="1"> <a href="/search?t{i}=1">{t}</a></label>', 5)}</p><p><input type="submit" name="commit" value="Submit"></p></form>{body}</div></div>
<div id="footer"><div class="bgl"><div class="bgr">Powered by <a href="https://www.redmine.org/">Redmine</a> &copy; 2006-2016 Jean-Philippe Lang</div></div></div></div></body></html>"""


@program(
    "en",
    "programming",
    "https://bugs.cranesoft.example",
    "show_bug.cgi?id={n}",
    search="/buglist.cgi?quicksearch={q}",
    size=30,
)
def bugzilla(p: ResultPage) -> str:
    """Bugzilla 5: a table of bugs, number and summary linked alike, headings that sort."""

    def bug(h: Hit) -> str:
        status, severity = (
            ("NEW", "ASSI", "RESO", "UNCO")[h.count % 4],
            ("nor", "maj", "enh", "cri")[h.rating % 4],
        )
        return f"""<tr id="b{h.number}" class="bz_bugitem bz_{severity} bz_P{h.rating} bz_{status} bz_row_{"odd" if p.place(h) % 2 else "even"}"><td class="first-child bz_id_column"><a href="{h.url}">{h.number}</a><span style="display: none">{" [SEC]" if p.odd(h) else ""}</span></td><td class="bz_product_column nowrap"><span title="{h.category}">{h.category[:9]}</span></td><td class="bz_component_column nowrap"><span title="General">General</span></td><td class="bz_assigned_to_column nowrap"><span title="{h.author}">{h.author.split()[-1].lower()}</span></td><td class="bz_bug_status_column nowrap"><span title="{status}">{status}</span></td><td class="bz_resolution_column nowrap"><span>{"FIXE" if status == "RESO" else "---"}</span></td><td class="bz_short_desc_column"><a href="{h.url}">{h.title}</a></td><td class="bz_changeddate_column nowrap">{h.day}</td></tr>"""

    heads = "".join(
        f'<th class="{"first-child " if n == "ID" else ""}sortable_column_{i}"><a href="buglist.cgi?quicksearch={p.query}&amp;order={n}">{n}</a></th>'
        for i, n in enumerate(
            ("ID", "Product", "Comp", "Assignee", "Status", "Resolution", "Summary", "Changed")
        )
    )
    head = f'<thead><tr class="bz_buglist_header bz_first_buglist_header">{heads}</tr></thead>'
    body = (
        f'<span class="bz_result_count">{len(p.hits)} bugs found.</span><table class="bz_buglist sortable" cellspacing="0" cellpadding="4" width="100%">{head}<tbody class="sorttable_body">{p.each(bug)}</tbody></table><span class="bz_result_count">{len(p.hits)} bugs found.</span><div class="bz_query_buttons"><form method="post" action="show_bug.cgi"><input type="submit" id="long_format" value="Long Format"></form><div class="bz_query_links"><a href="buglist.cgi?ctype=csv">CSV</a> | <a href="buglist.cgi?ctype=atom">Feed</a> | <a href="buglist.cgi?ctype=ics">iCalendar</a> | <a href="colchange.cgi?q={p.query}">Change Columns</a> | <a href="query.cgi?q={p.query}">Edit Search</a></div></div>'
        if p.hits
        else '<span class="zero_results">Zarro Boogs found.</span><p class="zero_result_links">We couldn\'t find any bugs matching your search terms. You could try searching with fewer or different terms.</p><ul class="zero_result_links"><li><a href="enter_bug.cgi">File a new bug</a></li><li><a href="query.cgi?q=x">Edit this search</a></li><li><a href="query.cgi">Start a new search</a></li></ul>'
    )
    menu = '<ul class="links"><li><a href="./">Home</a></li><li><span class="separator">| </span><a href="enter_bug.cgi">New</a></li><li><span class="separator">| </span><a href="describecomponents.cgi">Browse</a></li><li><span class="separator">| </span><a href="query.cgi">Search</a></li><li class="form"><span class="separator">| </span><form action="buglist.cgi" method="get"><input class="txt" name="quicksearch"><input class="btn" type="submit" value="Search"></form></li><li><a href="report.cgi">Reports</a></li><li><a href="createaccount.cgi">New Account</a></li><li><a href="index.cgi?GoAheadAndLogIn=1">Log In</a></li></ul>'
    return f"""<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN" "http://www.w3.org/TR/html4/loose.dtd"><html lang="en"><head><title>Bug List</title></head><body class="bugs-cranesoft-example bz_buglist yui-skin-sam"><div id="header"><div id="banner"></div><table border="0" cellspacing="0" cellpadding="0" id="titles"><tr><td id="title"><p>Bugzilla &ndash; Bug List</p></td><td id="information"><p class="header_addl_info">version 5.0.4</p></td></tr></table>{menu}</div>
<div id="bugzilla-body"><div class="bz_query_head"><span class="bz_query_timestamp">Mon Jun 14 2021 10:10:12 UTC</span><p class="bz_query_debug"></p></div><ul class="search_description"><li><strong>Content:</strong> {p.query}</li></ul>{body}</div><div id="footer"><div class="intro"></div><ul id="useful-links"><li id="links-actions">{menu}</li></ul></div></body></html>"""


@program(
    "en",
    "software",
    "https://git.heron.example",
    "/heron/{n}-{slug}",
    search="/explore/repos?q={q}&sort=recentupdate",
    size=20,
    title="{author} / {title}",
)
def gitea(p: ResultPage) -> str:
    """Gitea's list of repositories: owner and name in two links, topics, statistics."""

    def repo(h: Hit) -> str:
        owner, name = h.title.split(" / ", 1)
        topics = "".join(
            f'<a class="ui label topic" href="/explore/repos?q={t}&topic=1">{t}</a>' for t in h.tags
        )
        about = f'<div class="flex-item-body">{h.snippet}</div>' if h.snippet else ""
        language = (
            f'<a class="flex-text-inline" href="?q={p.query}&language=Go"><i class="color-icon gt-mr-3"></i>{("Go", "Python", "Rust")[h.count % 3]}</a>'
            if h.image
            else ""
        )
        return f"""<div class="flex-item"><div class="flex-item-leading"><svg class="svg octicon-{"repo-forked" if p.odd(h) else "repo"}" width="24"></svg></div><div class="flex-item-main"><div class="flex-item-header"><div class="flex-item-title"><a class="text primary name" href="{h.url}">{owner} / {name}</a><span class="label-list">{'<span class="ui basic label">Archived</span>' if h.count % 7 == 0 else ""}</span></div><div class="flex-item-trailing muted-links">{language}<a class="text grey flex-text-inline" href="{h.url}/stars"><svg class="svg octicon-star"></svg>{h.count}</a><a class="text grey flex-text-inline" href="{h.url}/forks"><svg class="svg octicon-git-branch"></svg>{h.rating}</a></div></div>{about}{f'<div class="label-list">{topics}</div>' if topics else ""}<div class="flex-item-body">Updated <relative-time prefix="" datetime="{h.day}T10:00:00Z">{p.long_day(h)}</relative-time></div></div></div>"""

    body = (
        f'<div class="flex-list">{p.each(repo)}</div><div class="center page buttons"><div class="ui borderless pagination menu">{p.pager("<a class=item href=?page={i}&q={q}>{i}</a>", "<a class=active item gt-content-center>{i}</a>")}</div></div>'
        if p.hits
        else '<div class="flex-list"><div>No matching repositories found.</div></div>'
    )
    return f"""<!DOCTYPE html><html lang="en-US" class="theme-auto"><head><title>Explore - Heron Git</title></head><body><div class="full height"><nav id="navbar" aria-label="Navigation Bar"><div class="navbar-left ui secondary menu"><a class="item" id="navbar-logo" href="/"><img width="30" src="/assets/img/logo.svg" alt="Logo"></a><a class="item" href="/explore/repos">Explore</a><a class="item" target="_blank" href="https://docs.gitea.example">Help</a></div><div class="navbar-right ui secondary menu"><a class="item" href="/user/sign_up">Register</a><a class="item" rel="nofollow" href="/user/login">Sign In</a></div></nav>
<div role="main" class="page-content explore repositories"><div class="ui secondary pointing tabular top attached borderless menu new-menu navbar"><div class="new-menu-inner"><a class="active item" href="/explore/repos">Repositories</a><a class="item" href="/explore/users">Users</a><a class="item" href="/explore/organizations">Organizations</a></div></div><div class="ui container"><div class="ui secondary filter menu"><form class="ui form ignore-dirty"><input type="search" name="q" value="{p.query}" placeholder="Search…"></form><div class="ui dropdown type jump item"><span class="text">Sort</span><div class="menu"><a class="active item" href="?sort=recentupdate">Recently updated</a><a class="item" href="?sort=newest">Newest</a><a class="item" href="?sort=alphabetically">Alphabetically</a><a class="item" href="?sort=moststars">Most stars</a></div></div></div><div class="divider"></div>{body}</div></div></div>
<footer class="page-footer"><div class="left-links"><a href="https://about.gitea.example">Powered by Gitea</a> Version: 1.21</div><div class="right-links"><a href="/assets/licenses.txt">Licenses</a><a href="/api/swagger">API</a></div></footer></body></html>"""


@program(
    "en",
    "games",
    "https://trac.meepleware.example",
    "/ticket/{n}",
    search="/search?q={q}&noquickjump=1",
    title="#{number}: {title}",
)
def trac(p: ResultPage) -> str:
    """Trac: `dl#results`, text and author lines as two `dd`s of one `dt`."""

    def entry(h: Hit) -> str:
        text = (
            f'<dd class="searchable">{p.mark(h.snippet, "strong", "searchword0")} …</dd>'
            if h.snippet
            else '<dd class="searchable"></dd>'
        )
        return f"""<dt><a href="{h.url}" class="searchable">{h.title}</a></dt>{text}<dd><span class="author">By <span class="trac-author">{h.author.split()[0].lower()}</span></span> &mdash; <span class="date">{h.day:%m/%d/%y} 11:0{h.rating}:27</span></dd>"""

    paging = (
        f'<div class="paging"><span class="previous">←</span>{p.pager("<span><a href=/search?q={q}&page={i} title=Page>{i}</a></span>", "<span class=current>{i}</span>")}<span class="next"><a class="next" href="/search?page=2">→</a></span></div>'
        if p.total > len(p.hits)
        else ""
    )
    body = (
        f'<hr><h2>Search Results <span class="numresults">(1 - {len(p.hits)} of {p.total})</span></h2>{paging}<div><dl id="results">{p.each(entry)}</dl></div>{paging}'
        if p.hits
        else '<hr><div id="notfound"><p>No matches found.</p></div>'
    )
    return f"""<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd"><html xmlns="http://www.w3.org/1999/xhtml"><head><title>Search – Meepleware</title></head><body><div id="banner"><div id="header"><a id="logo" href="/"><img src="/chrome/site/logo.png" alt="Meepleware"></a></div><form id="search" action="/search" method="get"><div><label for="proj-search">Search:</label><input type="text" id="proj-search" name="q" size="18"><input type="submit" value="Search"></div></form><div id="metanav" class="nav"><ul><li class="first"><a href="/login">Login</a></li><li><a href="/prefs">Preferences</a></li><li><a href="/wiki/TracGuide">Help/Guide</a></li><li class="last"><a href="/about">About Trac</a></li></ul></div></div>
<div id="mainnav" class="nav"><ul><li class="first"><a href="/wiki">Wiki</a></li><li><a href="/timeline">Timeline</a></li><li><a href="/roadmap">Roadmap</a></li><li><a href="/browser">Browse Source</a></li><li><a href="/report">View Tickets</a></li><li class="last active"><a href="/search">Search</a></li></ul></div><div id="main"><div id="ctxtnav" class="nav"><h2>Context Navigation</h2><hr></div><div id="content" class="search"><h1><label for="q">Search</label></h1><form id="fullsearch" action="/search" method="get"><p><input type="text" id="q" name="q" size="40" value="{p.query}"><input type="submit" value="Search"></p><p class="filters">{p.items('<input type="checkbox" id="s{i}" name="s{i}"><label for="s{i}">{t}</label>', 4)}</p></form>{body}<div id="help"><strong>Note:</strong> See <a class="wiki" href="/wiki/TracSearch">TracSearch</a> for help on searching.</div></div></div>
<div id="footer"><hr><a id="tracpowered" href="https://trac.edgewall.org/"><img src="/chrome/common/trac_logo_mini.png" alt="Trac Powered"></a><p class="left">Powered by <a href="/about"><strong>Trac 1.0.1</strong></a></p></div></body></html>"""
