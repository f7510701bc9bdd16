from __future__ import annotations

import base64
import hashlib
import json
import threading
import time
import unittest
from typing import List
from urllib.parse import parse_qs, urlencode, urlsplit

from portico import Attempt, PorticoError, SignIn, Tokens

from .server import Exchange, Received, serve

BACK = "https://shop.example/callback"
ATTEMPT = Attempt("s", "v" * 43)
OLD = Tokens("at_0", "rt_0", 0.0, ("user:base:read",))


def sign_in_at(url: str) -> SignIn:
    return SignIn(f"{url}/", client_id="pc_1", client_secret="ps_1", redirect_uri=BACK)


def grant(exchange: Exchange, _call: Received, count: int) -> None:
    body = {"access_token": f"at_{count}", "refresh_token": f"rt_{count}", "expires_in": 3600, "scope": "user:base:read"}
    exchange.reply(200, json.dumps(body))


class SigningIn(unittest.TestCase):
    def test_it_begins_with_an_unguessable_state_and_challenge(self) -> None:
        url, attempt = sign_in_at("https://connect.example").begin()
        parts = urlsplit(url)
        query = {name: values[0] for name, values in parse_qs(parts.query).items()}
        self.assertEqual(f"{parts.scheme}://{parts.netloc}{parts.path}", "https://connect.example/oauth2/authorize")
        digest = hashlib.sha256(attempt.code_verifier.encode()).digest()
        self.assertEqual(query["code_challenge"], base64.urlsafe_b64encode(digest).rstrip(b"=").decode())
        self.assertEqual((query["state"], query["redirect_uri"], query["client_id"]), (attempt.state, BACK, "pc_1"))
        self.assertGreaterEqual(len(attempt.state), 43)
        self.assertNotIn("ps_1", url)

    def test_a_code_is_exchanged_with_the_verifier_and_the_secret(self) -> None:
        with serve(grant) as server:
            tokens = sign_in_at(server.url).finish(ATTEMPT, f"{BACK}?{urlencode({'state': 's', 'iss': server.url, 'code': 'c'})}")
        self.assertEqual((tokens.access_token, tokens.refresh_token, tokens.scope), ("at_1", "rt_1", ("user:base:read",)))
        self.assertLess(abs(tokens.expires_at - time.time() - 3600), 60)
        [call] = server.received
        form = {name: values[0] for name, values in parse_qs(call.body.decode()).items()}
        self.assertEqual((call.path, form["code"], form["code_verifier"]), ("/oauth2/token", "c", "v" * 43))
        self.assertEqual(call.headers["authorization"], "Basic " + base64.b64encode(b"pc_1:ps_1").decode())

    def test_a_response_that_this_browser_did_not_request_is_rejected_and_nothing_is_exchanged(self) -> None:
        with serve(grant) as server:
            sign_in = sign_in_at(server.url)
            own = {"state": "s", "iss": server.url, "code": "c"}
            strange = [
                (None, urlencode(own)),
                (Attempt("", ""), urlencode({**own, "state": ""})),
                (ATTEMPT, urlencode({**own, "state": "other"})),
                (ATTEMPT, urlencode({**own, "iss": "https://evil.example"})),
                (ATTEMPT, urlencode(own) + "&state=s"),
                (ATTEMPT, "code=c&state=s"),
                (ATTEMPT, urlencode({"error": "access_denied", "state": "other", "iss": server.url})),
            ]
            for attempt, query in strange:
                with self.assertRaises(PorticoError) as raised:
                    sign_in.finish(attempt, f"{BACK}?{query}")
                self.assertEqual(raised.exception.code, "invalid_state")
            with self.assertRaises(PorticoError) as raised:
                sign_in.finish(ATTEMPT, f"/callback?{urlencode({'error': 'access_denied', 'state': 's', 'iss': server.url})}")
            self.assertEqual(raised.exception.code, "access_denied")
            self.assertEqual(server.received, [])

    def test_callers_with_the_same_tokens_share_one_refresh(self) -> None:
        with serve(grant) as server:
            sign_in = sign_in_at(server.url)
            fresh: List[Tokens] = []
            threads = [threading.Thread(target=lambda: fresh.append(sign_in.keep_fresh(OLD))) for _ in range(5)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            self.assertEqual({tokens.access_token for tokens in fresh}, {"at_1"})
            self.assertIs(sign_in.keep_fresh(fresh[0]), fresh[0])
            self.assertEqual(sign_in.refresh(fresh[0]).refresh_token, "rt_2")
        self.assertEqual(len(server.received), 2)

    def test_a_revoked_consent_is_an_error_and_revoking_names_the_refresh_token(self) -> None:
        def answer(exchange: Exchange, call: Received, _count: int) -> None:
            is_revocation = call.path == "/oauth2/revoke"
            exchange.reply(200, "{}") if is_revocation else exchange.reply(400, '{"error":"invalid_grant"}')

        with serve(answer) as server:
            sign_in = sign_in_at(server.url)
            with self.assertRaises(PorticoError) as raised:
                sign_in.refresh(OLD)
            self.assertEqual((raised.exception.code, raised.exception.status), ("invalid_grant", 400))
            sign_in.revoke(OLD)
        self.assertEqual(parse_qs(server.received[-1].body.decode()), {"token": ["rt_0"]})

    def test_the_service_must_be_https_or_local(self) -> None:
        with self.assertRaises(ValueError):
            sign_in_at("http://connect.example")
