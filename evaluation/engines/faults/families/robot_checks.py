"""Robot checks: as the vendors' pages look, and inside a site's own chrome in many languages."""

from collections.abc import Callable

from evaluation.engines.faults.families.pages import robot_check
from evaluation.engines.faults.families.texts import LANGUAGES, SAYINGS
from evaluation.engines.faults.fault import Exchange, Reply, replies
from evaluation.engines.faults.outcomes import Outcomes, blocked

ROBOT = blocked("robot_check")
SCRIPTED = blocked("robot_check javascript")
RATED = blocked("robot_check rate_limited")


def document(head: str, body: str) -> str:
    """Return a page of its own."""
    return f"<!DOCTYPE html><html><head>{head}</head><body>{body}</body></html>"


# Pages as vendors send them, abridged: what a reader sees, the addresses of scripts, hidden fields.
VENDORS: dict[str, tuple[int, str, Outcomes]] = {
    "cloudflare-moment": (403, document(
        "<title>Just a moment...</title><meta name='robots' content='noindex'>",
        "<div class='main-wrapper'><div class='main-content'><noscript><span id='challenge-error-text'>Enable JavaScript and cookies to continue</span></noscript></div></div>"
        "<script>(function(){window._cf_chl_opt={cvId:'3',cType:'managed'};var a=document.createElement('script');a.src='/cdn-cgi/challenge-platform/h/b/orchestrate/chl_page/v1';})();</script>"), SCRIPTED),
    "cloudflare-block": (403, document(
        "<title>Attention Required! | Cloudflare</title>",
        "<h1>Sorry, you have been blocked</h1><h2>You are unable to access this site</h2><p>This website is using a security service to protect itself from online attacks.</p><p>Cloudflare Ray ID: 8f2a</p>"),
        blocked("robot_check refused")),
    "turnstile": (200, document(
        "<title>Security</title><script src='https://challenges.cloudflare.com/turnstile/v0/api.js' async></script>",
        "<h1>Verify you are human</h1><form method='post'><div class='cf-turnstile' data-sitekey='0x4AAA'></div><button>Continue</button></form>"), ROBOT),
    "recaptcha": (429, document(
        "<title>https://search.example/search?q=radio</title>",
        "<form id='captcha-form' action='index' method='post'><script src='https://www.google.com/recaptcha/enterprise.js' async defer></script><div id='recaptcha' class='g-recaptcha' data-sitekey='6Lf'></div>"
        "</form><hr><b>About this page</b><br><br>Our systems have detected unusual traffic from your computer network. This page checks to see if it's really you sending the requests, and not a robot.<br>IP address: 203.0.113.7"), RATED),
    "hcaptcha": (200, document(
        "<title>One more step</title><script src='https://js.hcaptcha.com/1/api.js'></script>",
        "<h2>Please complete the security check</h2><form action='/verify' method='POST'><div class='h-captcha' data-sitekey='10000000'></div><input type='submit' value='Submit'></form>"), ROBOT),
    "perimeterx": (403, document(
        "<title>Access to this page has been denied.</title><meta name='description' content='px-captcha'>",
        "<div id='px-captcha-wrapper'><h1>Press &amp; Hold to confirm you are<br>a human (and not a bot).</h1><div id='px-captcha'></div><p>Reference ID 1f2e-33</p></div>"
        "<script>window._pxAppId='PXabc';window._pxJsClientSrc='/abc/init.js';</script>"), ROBOT),
    "datadome": (403, document(
        "<title>search.example</title><style>#cmsg{animation:A 1.5s}</style>",
        "<p id='cmsg'>Please enable JS and disable any ad blocker</p><script data-cfasync='false'>var dd={'rt':'c','cid':'AHrl','hsh':'E1','t':'bv','s':41,'host':'geo.captcha-delivery.com'}</script><script src='https://ct.captcha-delivery.com/c.js'></script>"), SCRIPTED),
    "imperva": (200, document(
        "<title></title><meta name='robots' content='noindex,nofollow'><script src='/_Incapsula_Resource?SWJIYLWA=719d34d31c8e3a6e6fffd425f7e032f3'></script>",
        "<iframe id='main-iframe' src='/_Incapsula_Resource?SWUDNSAI=31&xinfo=9-1&incident_id=77-1' frameborder=0 width='100%' height='100%'>Request unsuccessful. Incapsula incident ID: 77-1</iframe>"), SCRIPTED),
    "akamai-denied": (403, document(
        "<title>Access Denied</title>",
        "<h1>Access Denied</h1>You don't have permission to access \"http&#58;&#47;&#47;search&#46;example&#47;\" on this server.<p>Reference&#32;&#35;18&#46;4d3f1002&#46;1</p>"),
        blocked("robot_check refused")),
    "aws-waf": (202, document(
        "<title></title>",
        "<div id='challenge-container'></div><script src='https://de5282c3ca0c.edge.sdk.awswaf.com/de5282c3ca0c/challenge.js'></script><script>AwsWafIntegration.checkForceRefresh()</script><noscript><h1>JavaScript is disabled</h1>In order to continue, we need to verify that you're not a robot. This requires JavaScript.</noscript>"), SCRIPTED),
    "kasada": (429, document(
        "<script src='/149e9513-01fa-4fb0-aad4-566afd725d1b/2d206a39-8ed7-437e-a3be-862e0f06eea3/ips.js?KP_UIDz=abc'></script>",
        "<script>window.KPSDK={};KPSDK.now=Date.now</script>"), blocked("robot_check javascript rate_limited")),
    "arkose": (200, document(
        "<title>Verification</title><script src='https://client-api.arkoselabs.com/v2/A1/api.js'></script>",
        "<h1>Let's confirm you are human</h1><p>Complete the security check before continuing.</p><div id='arkose'></div><button>Begin</button>"), ROBOT),
    "geetest": (200, document(
        "<title>安全验证</title><script src='https://static.geetest.com/v4/gt4.js'></script>",
        "<p>为了您的访问安全，请完成以下验证</p><div id='captcha'></div>"), ROBOT),
    "smartcaptcha": (200, document(
        "<title>Вы не робот?</title><script src='https://smartcaptcha.yandexcloud.net/captcha.js' defer></script>",
        "<h1>Подтвердите, что запросы отправляли вы, а не робот</h1><form method='POST' action='/checkcaptcha?key=1'><div class='smart-captcha'></div></form><span>Если у вас возникли проблемы, напишите в поддержку.</span>"), ROBOT),
    "friendly-captcha": (200, document(
        "<title>Checking</title><script type='module' src='https://cdn.jsdelivr.net/npm/friendly-challenge@0.9/widget.module.min.js'></script>",
        "<p>Anti-robot verification</p><form method='post'><div class='frc-captcha' data-sitekey='FCM'></div></form>"), ROBOT),
    "anubis": (200, document(
        "<title>Making sure you&#39;re not a bot!</title><script id='anubis_challenge' type='application/json'>{\"difficulty\":4}</script>",
        "<h1>Making sure you&#39;re not a bot!</h1><p id='status'>Loading...</p><details><summary>Why am I seeing this?</summary><p>You are seeing this because the administrator of this website has set up Anubis to protect the server against AI companies scraping websites.</p></details><script src='/.within.website/x/cmd/anubis/static/js/main.mjs'></script>"), SCRIPTED),
    "sucuri": (200, document(
        "<title>You are being redirected...</title><noscript>Javascript is required. Please enable javascript before you are allowed to see this page.</noscript>",
        "<script>var s={},u,c,U,r,i,l=0,a,e=eval,w=String.fromCharCode,sucuri_cloudproxy_js='',S='cz0i';</script>"), SCRIPTED),
    "ddos-guard": (403, document(
        "<title>DDoS-Guard</title><script src='/.well-known/ddos-guard/js-challenge/index.js'></script>",
        "<h1>Checking your browser before accessing search.example</h1><p>Please wait a few seconds. Once this check is complete, the website will open automatically</p>"), SCRIPTED),
    "amazon-dogs": (503, document(
        "<title>Robot Check</title>",
        "<h4>Enter the characters you see below</h4><p>Sorry, we just need to make sure you're not a robot. For best results, please make sure your browser is accepting cookies.</p><form action='/errors/validateCaptcha'><img src='/captcha/x.jpg'><input id='captchacharacters' name='field-keywords' placeholder='Type characters'><button>Continue shopping</button></form>"), ROBOT),
    "distil": (200, document(
        "<title>Pardon Our Interruption</title>",
        "<h1>Pardon Our Interruption...</h1><p>As you were browsing, something about your browser made us think you were a bot. There are a few reasons this might happen: You're a power user moving through this website with super-human speed.</p><form action='/distil_r_captcha.html'><div class='g-recaptcha'></div></form>"), ROBOT),
    "sum": (200, document(
        "<title>Human?</title>", "<form method='post'><p>To prove you are not a robot, how much is 7 + 4?</p><input name='answer' size='3'><input type='submit'></form>"), ROBOT),
    "cookie-script": (200, document(
        "<title></title>", "<script>document.cookie='__test='+toHex(slowAES.decrypt(c,2,a,b))+'; path=/';location.href='?i=1';</script><noscript>This site requires Javascript to work, please enable Javascript in your browser</noscript>"),
        SCRIPTED),
}  # fmt: skip


def fixed(html: str, status: int) -> Callable[[Exchange], Reply]:
    """Return a page that is the same for every query and engine, in UTF-8."""

    def make(_exchange: Exchange) -> Reply:
        return Reply(html.encode(), "text/html; charset=utf-8", status)

    return make


def in_chrome(main: str, status: int = 200) -> Callable[[Exchange], Reply]:
    """Return a page inside the site's own chrome, its search box in the header."""

    def make(exchange: Exchange) -> Reply:
        return exchange.message(main, status)

    return make


def alone(
    heading: str, text: str, more: str = "", status: int = 200
) -> Callable[[Exchange], Reply]:
    """Return a page of a heading and a text, without the site's chrome."""
    html = document(
        f"<meta charset='utf-8'><title>{heading}</title>", f"<h1>{heading}</h1><p>{text}</p>{more}"
    )
    return fixed(html, status)


def _hold(language: str) -> str:
    heading, text = SAYINGS["hold"][language]
    return f"<h2>{heading}</h2><div id='hold-me' role='button' tabindex='0'></div><p>{text}</p>"


def _slider(language: str) -> str:
    heading, text = SAYINGS["slider"][language]
    return f"<h2>{heading}</h2><div class='slide-track'><span class='slide-knob'></span></div><p>{text}</p>"


def _unusual(language: str) -> str:
    heading, text = SAYINGS["unusual"][language]
    return f"<h2>{heading}</h2><p>{text}</p><form method='post' action='/sorry'><div class='box'></div><button>OK</button></form>"


FAULTS = (
    *(replies(f"robot/{name}", expected, fixed(html, status), on_site=True)
      for name, (status, html, expected) in VENDORS.items()),
    *(replies(f"robot/picture-in-chrome-{language}", ROBOT, in_chrome(robot_check(language)))
      for language in LANGUAGES),
    *(replies(f"robot/unusual-in-chrome-{language}", ROBOT | RATED, in_chrome(_unusual(language)))
      for language in LANGUAGES),
    *(replies(f"robot/unusual-alone-{language}", ROBOT | RATED, alone(*SAYINGS["unusual"][language], status=503))
      for language in LANGUAGES),
    *(replies(f"robot/hold-in-chrome-{language}", ROBOT, in_chrome(_hold(language))) for language in SAYINGS["hold"]),
    *(replies(f"robot/slider-in-chrome-{language}", ROBOT, in_chrome(_slider(language))) for language in SAYINGS["slider"]),
    *(replies(f"robot/widget-in-chrome-{status}", ROBOT | (RATED if status == 429 else ROBOT),
              in_chrome("<h2>One more step</h2><p>Please solve this to continue.</p><div class='g-recaptcha' data-sitekey='6Lc'></div>", status))
      for status in (200, 403, 429, 503)),
)  # fmt: skip
