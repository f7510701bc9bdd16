"""Sign in with Portico, on a server: authorization code with PKCE and state, refresh, revocation."""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets
import ssl
import threading
import time
from dataclasses import dataclass
from typing import Any, Dict, Mapping, Optional, Sequence, Tuple
from urllib.parse import parse_qsl, quote_plus, urlencode, urlsplit

from .client import read_body
from .errors import PorticoError
from .generated.version import VERSION
from .transport import Transport


@dataclass(frozen=True)
class Attempt:
    """State of a sign-in, to be stored in that browser's session and nowhere else."""

    state: str
    code_verifier: str


@dataclass(frozen=True)
class Tokens:
    """Tokens for a user's data. Server-side only."""

    access_token: str
    #: Every refresh returns another one: store the newest.
    refresh_token: str
    #: When the access token expires, in unix seconds.
    expires_at: float
    #: What the user consented to.
    scope: Tuple[str, ...]


#: Seconds for which a refreshed token is given to callers that still have the old one.
_SHARED_SECONDS = 60.0


class SignIn:
    """Signs users in with the sign-in service. Safe for threads.

    :param connect_url: URL of the sign-in service: https, or http on this computer.
    :param redirect_uri: one of the registered ones.
    :param scope: only what the application shows: users read this list before they consent.
    """

    def __init__(
        self,
        connect_url: str,
        *,
        client_id: str,
        client_secret: str,
        redirect_uri: str,
        scope: Sequence[str] = ("user:base:read",),
        timeout: float = 10.0,
        ssl_context: Optional[ssl.SSLContext] = None,
    ) -> None:
        url = urlsplit(connect_url)
        if url.scheme != "https" and not (url.scheme == "http" and url.hostname in ("localhost", "127.0.0.1", "::1")):
            raise ValueError("connect_url must be an https address, or http on this computer")
        self._transport = Transport(connect_url, ssl_context)
        self._issuer = self._transport.base_url
        self._client_id = client_id
        self._redirect_uri = redirect_uri
        self._scope = tuple(scope)
        self._timeout = timeout
        credentials = f"{quote_plus(client_id)}:{quote_plus(client_secret)}".encode()
        self._authorization = f"Basic {base64.b64encode(credentials).decode()}"
        self._lock = threading.Lock()
        self._refreshed: Dict[str, Tuple[float, Tokens]] = {}

    def begin(self) -> Tuple[str, Attempt]:
        """Begins a sign-in: the URL to which the browser is redirected, and what its session stores."""
        attempt = Attempt(secrets.token_urlsafe(32), secrets.token_urlsafe(32))
        digest = hashlib.sha256(attempt.code_verifier.encode()).digest()
        query = {
            "response_type": "code",
            "client_id": self._client_id,
            "redirect_uri": self._redirect_uri,
            "scope": " ".join(self._scope),
            "state": attempt.state,
            "code_challenge": base64.urlsafe_b64encode(digest).rstrip(b"=").decode(),
            "code_challenge_method": "S256",
        }
        return f"{self._issuer}/oauth2/authorize?{urlencode(query)}", attempt

    def finish(self, attempt: Optional[Attempt], back: str) -> Tokens:
        """Exchanges what the browser brought to the redirect URI for tokens.

        :param attempt: of this browser's session.
        :param back: the requested URL; path and query are enough.
        :raises PorticoError: ``invalid_state`` if the response belongs to another attempt, ``access_denied`` if the
            user refused.
        """
        answer = self._read_answer(attempt, back)
        if attempt is None or "code" not in answer:
            raise PorticoError(answer.get("error", "unknown"), answer.get("error_description", "no code"))
        return self._request_tokens(
            {
                "grant_type": "authorization_code",
                "code": answer["code"],
                "redirect_uri": self._redirect_uri,
                "code_verifier": attempt.code_verifier,
            },
            None,
        )

    def refresh(self, tokens: Tokens) -> Tokens:
        """Replaces tokens. Callers with the same tokens, and later ones within a minute, share one result.

        :raises PorticoError: ``invalid_grant`` if the user revoked the consent.
        """
        with self._lock:
            now = time.monotonic()
            self._refreshed = {key: kept for key, kept in self._refreshed.items() if kept[0] > now}
            known = self._refreshed.get(tokens.refresh_token)
            if known is not None:
                return known[1]
            form = {"grant_type": "refresh_token", "refresh_token": tokens.refresh_token}
            fresh = self._request_tokens(form, tokens)
            self._refreshed[tokens.refresh_token] = (time.monotonic() + _SHARED_SECONDS, fresh)
            return fresh

    def keep_fresh(self, tokens: Tokens, margin: float = 30.0) -> Tokens:
        """The same tokens if they are valid for ``margin`` more seconds, otherwise like ``refresh``."""
        return tokens if tokens.expires_at - margin > time.time() else self.refresh(tokens)

    def revoke(self, tokens: Tokens) -> None:
        """Revokes the consent of the tokens, and thereby all its tokens."""
        self._post("/oauth2/revoke", {"token": tokens.refresh_token})

    def _read_answer(self, attempt: Optional[Attempt], back: str) -> Mapping[str, str]:
        """Checks state and issuer first: a response, even an error, that this browser didn't request is another's."""
        try:
            pairs = parse_qsl(urlsplit(back).query, keep_blank_values=True)
        except ValueError:
            pairs = []
        answer = dict(pairs)
        is_own = (
            attempt is not None
            and attempt.state != ""
            and len(answer) == len(pairs)
            and hmac.compare_digest(answer.get("state", "").encode(), attempt.state.encode())
            and answer.get("iss") == self._issuer
        )
        if not is_own:
            raise PorticoError("invalid_state", "this sign-in was not started in this browser, or it took too long")
        return answer

    def _request_tokens(self, form: Mapping[str, str], before: Optional[Tokens]) -> Tokens:
        """Omitted fields are unchanged (RFC 6749, sections 5.1 and 6)."""
        answer = self._post("/oauth2/token", form)
        if not isinstance(answer, dict) or not isinstance(answer.get("access_token"), str):
            raise PorticoError("unknown", "the response has no access token")
        old_scope = " ".join(self._scope if before is None else before.scope)
        return Tokens(
            access_token=answer["access_token"],
            refresh_token=str(answer.get("refresh_token", "" if before is None else before.refresh_token)),
            expires_at=time.time() + float(answer.get("expires_in", 0)),
            scope=tuple(str(answer.get("scope", old_scope)).split()),
        )

    def _post(self, path: str, form: Mapping[str, str]) -> Any:
        headers = {
            "Accept": "application/json",
            "Authorization": self._authorization,
            "Content-Type": "application/x-www-form-urlencoded",
            "User-Agent": f"portico-python/{VERSION}",
        }
        deadline = time.monotonic() + self._timeout
        content = urlencode(form).encode()
        response = self._transport.send("POST", path, headers, content, deadline=deadline, is_repeatable=False)
        return read_body(response)
