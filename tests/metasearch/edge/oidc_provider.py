"""A provider of accounts by OpenID Connect, for one person at a time, on this machine."""

import base64
import hashlib
import secrets
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlencode

from joserfc import jwt
from joserfc.jwk import KeySet, RSAKey

from tests.small_server import Reply, Request, as_json, serving_site

CLIENT, SECRET = "metasearch", "se:cret"


class Provider:
    """Signs in whoever comes as the person of `claims`; keeps to RFC 6749, 7636 and OIDC Core.

    `changes` are made to each ID token, `key` signs it.
    """

    def __init__(self) -> None:
        self.issuer = ""
        self.claims: dict[str, Any] = {"sub": "1"}
        self.changes: dict[str, Any] = {}
        self.known = self.key = RSAKey.generate_key(2048, {"kid": "one", "alg": "RS256"})
        self.codes: dict[str, dict[str, str]] = {}
        self.is_away = False

    def __call__(self, request: Request) -> Reply:
        if self.is_away:
            return Reply("away", 503)
        answers = {
            "/.well-known/openid-configuration": self.metadata,
            "/authorize": self.authorize,
            "/token": self.token,
            "/jwks": lambda _: as_json(KeySet([self.known]).as_dict(private=False)),
        }
        return answers[request.path](request)

    def metadata(self, _: Request) -> Reply:
        return as_json(
            {
                "issuer": self.issuer,
                "authorization_endpoint": f"{self.issuer}/authorize",
                "token_endpoint": f"{self.issuer}/token",
                "jwks_uri": f"{self.issuer}/jwks",
                "id_token_signing_alg_values_supported": ["RS256"],
                "code_challenge_methods_supported": ["S256"],
            }
        )

    def authorize(self, request: Request) -> Reply:
        asked = request.fields
        assert (asked["client_id"], asked["response_type"]) == (CLIENT, "code")
        assert asked["code_challenge_method"] == "S256" and "openid" in asked["scope"].split()
        code = secrets.token_urlsafe()
        self.codes[code] = asked
        place = f"{asked['redirect_uri']}?{urlencode({'code': code, 'state': asked['state']})}"
        return Reply("", 302, (("Location", place),))

    def token(self, request: Request) -> Reply:
        sent, asked = request.fields, self.codes.pop(request.fields["code"], None)
        shown = base64.b64decode(request.headers["authorization"].removeprefix("Basic ")).decode()
        digest = hashlib.sha256(sent.get("code_verifier", "").encode()).digest()
        challenge = base64.urlsafe_b64encode(digest).decode().rstrip("=")
        if (
            asked is None
            or shown != f"{CLIENT}:{SECRET}"
            or challenge != asked["code_challenge"]
            or sent["redirect_uri"] != asked["redirect_uri"]
        ):
            return as_json({"error": "invalid_grant"}, 400)
        now = int(time.time())
        claims = {"iss": self.issuer, "aud": CLIENT, "iat": now, "exp": now + 60}
        claims |= {"nonce": asked["nonce"], **self.claims, **self.changes}
        signed = jwt.encode({"alg": "RS256", "kid": "one"}, claims, self.key)
        return as_json({"access_token": "a", "token_type": "Bearer", "id_token": signed})


@contextmanager
def providing() -> Iterator[Provider]:
    provider = Provider()
    with serving_site(provider) as address:
        provider.issuer = address.rstrip("/")
        yield provider
