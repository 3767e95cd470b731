"""Marks of pages that are no answer, in no language: those of vendors, ids of empty roots."""

# Marks in the source of challenge pages, by vendor, as documented or served by them. These are
# formats: each vendor's page carries them on every site. Lower case. The first table's stand on
# nothing but challenge pages, the second's also on pages that embed a check or are watched by one.
CHALLENGE_PAGE_MARKS = {
    "cf-browser-verification": "Cloudflare",
    "cf_chl_opt": "Cloudflare",
    "captcha-delivery.com/c.js": "DataDome",
    "captcha-delivery.com/captcha": "DataDome",
    "px-captcha": "PerimeterX",
    "_incapsula_resource?cwudnsai": "Imperva Incapsula",
    "distil_r_captcha": "Distil",
    "/_sec/cp_challenge": "Akamai",
    "awswafcookiedomainlist": "AWS WAF",
    "sucuri_cloudproxy_js": "Sucuri",
    "showcaptcha": "SmartCaptcha",
    "anubis_challenge": "Anubis",
}
CHALLENGE_PART_MARKS = {
    "/cdn-cgi/challenge-platform/": "Cloudflare",
    "cf-turnstile": "Cloudflare Turnstile",
    "captcha-delivery.com": "DataDome",
    "_incapsula_resource": "Imperva Incapsula",
    "awswafintegration": "AWS WAF",
    "ddos-guard": "DDoS-Guard",
    "smartcaptcha": "SmartCaptcha",
    "g-recaptcha": "reCAPTCHA",
    "recaptcha/api": "reCAPTCHA",
    "hcaptcha.com": "hCaptcha",
    "h-captcha": "hCaptcha",
    "frc-captcha": "Friendly Captcha",
    "arkoselabs": "Arkose",
    "geetest": "GeeTest",
    "altcha": "ALTCHA",
    "mcaptcha": "mCaptcha",
    "captcha": "captcha",
}
# Ids of the element that scripts of the common frameworks fill.
APP_ROOTS = frozenset(
    "root app __next __nuxt react-root app-root main-app ember-app svelte q-app ___gatsby".split()
)
