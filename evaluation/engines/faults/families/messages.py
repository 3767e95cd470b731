"""Complaints of an engine that does not work: maintenance, stack traces, odd servers, lost sites."""

from collections.abc import Callable

from evaluation.engines.faults.families.complaints import COMPLAINTS
from evaluation.engines.faults.families.robot_checks import alone, document, fixed, in_chrome
from evaluation.engines.faults.fault import Ask, Exchange, Fault, Reply, replies
from evaluation.engines.faults.outcomes import Outcomes, blocked, broken, error, no_results, results

MAINTENANCE = error("maintenance")
MESSAGE = error("engine_message maintenance server_error")
COMPLAINT = error("engine_message")
FAILURE = error("server_error engine_message")
LOST = broken("form_gone not_understood") | error("client_error engine_message")
PARKED = broken("not_understood form_gone start_page") | error("engine_message client_error")
DEFAULT_PAGE = PARKED | error("maintenance server_error")


def told(what: str, language: str) -> str:
    """Return heading and text of a complaint."""
    heading, text = COMPLAINTS[what][language]
    return f"<h2>{heading}</h2><p>{text}</p>"


def above_results(markup: str) -> Callable[[Exchange], Reply]:
    """Return the true answer with something before it, as warnings of PHP stand there."""

    def make(exchange: Exchange) -> Reply:
        return exchange.page(markup + exchange.design.answer(exchange.search))

    return make


def between(markup: str) -> Callable[[Exchange], Reply]:
    """Return the true answer with something between the hits line and the records."""

    def make(exchange: Exchange) -> Reply:
        design, found = exchange.design, exchange.search
        main = design.results(found) if found.records else design.nothing(found.query)
        return exchange.message(markup + main)

    return make


def _said(name: str, what: str, expected: Outcomes, status: int = 200) -> tuple[Fault, ...]:
    """Return a complaint in all its languages, by turns inside the chrome and alone."""
    return tuple(
        replies(f"message/{name}-in-chrome-{language}", expected, in_chrome(told(what, language), status))
        if place % 2
        else replies(f"message/{name}-alone-{language}", expected, alone(*COMPLAINTS[what][language], status=status))
        for place, language in enumerate(COMPLAINTS[what])
    )  # fmt: skip


# Faults of programs, as they print them, each inside the chrome and alone.
PROGRAMS = {
    "mysql-gone": "<b>Database error:</b> MySQL server has gone away (2006)",
    "mysql-connect": "Error establishing a database connection",
    "sql-syntax": "You have an error in your SQL syntax; check the manual that corresponds to your MySQL server version for the right syntax to use near '' LIMIT 0,10' at line 1",
    "postgres": "PG::ConnectionBad: could not connect to server: Connection refused. Is the server running on host &quot;db1&quot;?",
    "oracle": "ORA-12541: TNS:no listener",
    "odbc": "Microsoft OLE DB Provider for ODBC Drivers error '80004005'<br>[Microsoft][ODBC SQL Server Driver]Login timeout expired<br>/search.asp, line 41",
    "php-fatal": "<br />\n<b>Fatal error</b>:  Uncaught Error: Call to a member function fetch() on bool in /var/www/html/search.php:57\nStack trace:\n#0 {main}\n  thrown in <b>/var/www/html/search.php</b> on line <b>57</b><br />",
    "php-memory": "<b>Fatal error</b>: Allowed memory size of 134217728 bytes exhausted (tried to allocate 20480 bytes) in <b>/home/site/lib/index.php</b> on line <b>212</b>",
    "python-trace": "<pre>Traceback (most recent call last):\n  File &quot;/srv/app/views.py&quot;, line 88, in search\n    hits = index.query(q)\nConnectionError: [Errno 111] Connection refused</pre>",
    "java-trace": "<h1>HTTP Status 500 – Internal Server Error</h1><pre>java.lang.NullPointerException\n\tat org.example.search.SearchServlet.doGet(SearchServlet.java:114)\n\tat javax.servlet.http.HttpServlet.service(HttpServlet.java:626)</pre>",
    "dotnet": "<h1>Server Error in '/' Application.</h1><h2><i>Object reference not set to an instance of an object.</i></h2><b>Exception Details:</b> System.NullReferenceException<br><b>Stack Trace:</b><pre>at Search.Page_Load(Object sender, EventArgs e) +212</pre>",
    "rails": "<h1>We're sorry, but something went wrong.</h1><p>If you are the application owner check the logs for more information.</p>",
    "solr": "<h2>Search error</h2><p>org.apache.solr.client.solrj.SolrServerException: No live SolrServers available to handle this request</p>",
    "elastic": "<p>SearchPhaseExecutionException: all shards failed</p>",
    "ssi": "[an error occurred while processing this directive]",
    "perl": "<h1>Software error:</h1><pre>Can't locate DBI.pm in @INC at /cgi-bin/search.pl line 12.</pre><p>For help, please send mail to the webmaster.</p>",
}  # fmt: skip

COMPLAINTS_ABOUT_THE_QUERY = {
    "boolean": "<h2>Search error</h2><p>Error in Boolean search expression: operator AND expects two operands.</p>",
    "stop-word": "<p>Your query contained only common words, which were ignored. Please use more specific terms.</p>",
    "unbalanced-quote": "<div class='alert'>Syntax error: unbalanced quotation mark in query.</div>",
    "wildcard": "<div class='msg'>Wildcards are not allowed as first character of a term.</div>",
    "too-many": "<p>Your search matched too many documents (more than 50,000). Please narrow your search.</p>",
    "field-missing": "<p class='err'>Please choose a collection to search in.</p>",
    "stoppwort": "<p>Der Suchbegriff ist ein Stoppwort und wurde ignoriert. Bitte geben Sie einen anderen Begriff ein.</p>",
    "caracteres": "<p>Votre requête contient des caractères non autorisés.</p>",
}  # fmt: skip

LOST_SITES = {
    "for-sale": document("<title>search.example is for sale</title>", "<h1>This domain is for sale!</h1><p>The owner of search.example is offering it for an asking price of 2,999 USD.</p><a href='https://sedo.example/offer'>Buy now</a>"),
    "parked": document("<title>search.example</title>", "<h2>search.example</h2><p>Related links</p><ul><li><a href='/r1'>Cheap flights</a><li><a href='/r2'>Car insurance</a><li><a href='/r3'>Online degrees</a><li><a href='/r4'>Credit cards</a></ul><p>The sponsored listings displayed above are served automatically by a third party. Domain parking.</p>"),
    "zu-verkaufen": document("<title>Domain zu verkaufen</title>", "<h1>Diese Domain steht zum Verkauf</h1><p>Preis: 1.200 EUR. Kontaktieren Sie den Inhaber.</p>"),
    "new-owner": document("<title>Best Online Casino 2026</title>", "<h1>Best Online Casino Bonus 2026</h1><p>" + "Play now and win with our exclusive welcome bonus. " * 30 + "</p><a href='https://casino.example/go'>Claim bonus</a>"),
}  # fmt: skip

DEFAULT_PAGES = {
    "it-works": document("", "<h1>It works!</h1>"),
    "apache-debian": document("<title>Apache2 Debian Default Page: It works</title>", "<h1>Apache2 Debian Default Page</h1><p>This is the default welcome page used to test the correct operation of the Apache2 server after installation on Debian systems. If you can read this page, it means that the Apache HTTP server installed at this site is working properly.</p>"),
    "nginx": document("<title>Welcome to nginx!</title>", "<h1>Welcome to nginx!</h1><p>If you see this page, the nginx web server is successfully installed and working. Further configuration is required.</p><p><em>Thank you for using nginx.</em></p>"),
    "iis": document("<title>IIS Windows Server</title>", "<div id='container'><a href='http://go.example/?linkid=66138'><img src='iisstart.png' alt='IIS'></a></div>"),
    "tomcat": document("<title>Apache Tomcat/9.0</title>", "<h1>Apache Tomcat/9.0</h1><h2>If you're seeing this, you've successfully installed Tomcat. Congratulations!</h2><p><a href='/docs/'>Documentation</a> <a href='/manager'>Manager App</a></p>"),
    "plesk": document("<title>Domain Default page</title>", "<h1>Web Server's Default Page</h1><p>This page is generated by Plesk, the leading hosting automation software. You see this page because there is no Web site at this address.</p>"),
    "directory": document("<title>Index of /</title>", "<h1>Index of /</h1><pre><a href='?C=N;O=D'>Name</a> <a href='?C=M;O=A'>Last modified</a><hr><a href='cgi-bin/'>cgi-bin/</a> 2024-01-02\n<a href='logs/'>logs/</a> 2024-03-02</pre>"),
}  # fmt: skip

SUSPENDED = {
    "account": document("<title>Account Suspended</title>", "<h1>This Account has been suspended.</h1><p>Contact your hosting provider for more information.</p>"),
    "bandwidth": document("<title>509 Bandwidth Limit Exceeded</title>", "<h1>Bandwidth Limit Exceeded</h1><p>The server is temporarily unable to service your request due to the site owner reaching his/her bandwidth limit. Please try again later.</p>"),
    "gesperrt": document("<title>Webspace gesperrt</title>", "<h1>Dieser Webauftritt ist derzeit nicht erreichbar.</h1><p>Der Kunde wurde vom Anbieter gesperrt.</p>"),
}  # fmt: skip

WARNING = "<br />\n<b>Warning</b>:  Undefined array key &quot;lang&quot; in <b>/var/www/search.php</b> on line <b>33</b><br />\n"
OUTAGE = error("maintenance engine_message server_error client_error") | blocked("refused")

FAULTS = (
    *_said("maintenance", "maintenance", MAINTENANCE),
    *_said("maintenance-503", "maintenance", MAINTENANCE | error("server_error"), 503),
    *_said("disabled", "disabled", MESSAGE),
    *_said("failure", "failure", FAILURE),
    *_said("too-short", "short", COMPLAINT),
    *_said("page-not-found", "gone", LOST),
    *(replies(f"message/nothing-reworded-{language}", no_results(), in_chrome(told("nothing", language)), asks=Ask.NOTHING)
      for language in COMPLAINTS["nothing"]),
    *(replies(f"message/program-{name}-in-chrome", FAILURE, in_chrome(text)) for name, text in PROGRAMS.items()),
    *(replies(f"message/program-{name}-alone", FAILURE, fixed(text, 200)) for name, text in list(PROGRAMS.items())[::2]),
    *(replies(f"message/query-{name}", COMPLAINT, in_chrome(text)) for name, text in COMPLAINTS_ABOUT_THE_QUERY.items()),
    *(replies(f"message/lost-{name}", PARKED, fixed(html, 200), on_site=True) for name, html in LOST_SITES.items()),
    *(replies(f"message/default-{name}", DEFAULT_PAGE, fixed(html, 200), on_site=True) for name, html in DEFAULT_PAGES.items()),
    *(replies(f"message/suspended-{name}", OUTAGE, fixed(html, 200), on_site=True) for name, html in SUSPENDED.items()),
    replies("message/warning-above-results", results(), above_results(WARNING)),
    replies("message/warnings-above-results", results(), above_results(WARNING * 12)),
    replies("message/notice-between", results(), between("<div class='notice'>Our search will be down for maintenance on Sunday from 2 to 4 am.</div>")),
    replies("message/limit-notice-between", results(), between("<p>You have 12 of 50 searches left today. Log in for more.</p>")),
    replies("message/cookie-banner-between", results(), between("<div id='cookie'>We use cookies. <button>Accept all</button> <button>Reject</button></div>")),
    replies("message/login-box-between", results(), between("<form action='/login' method='post'><input name='u'><input type='password' name='p'><button>Log in</button></form>")),
    replies("message/captcha-on-newsletter", results(), between("<form action='/news' method='post'><input name='mail'><div class='g-recaptcha'></div></form><script src='https://www.google.com/recaptcha/api.js'></script>")),
)  # fmt: skip
