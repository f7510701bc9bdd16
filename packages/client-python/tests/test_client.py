from __future__ import annotations

import gzip
import json
import socket
import threading
import time
import unittest
from email.utils import format_datetime
from datetime import datetime, timedelta, timezone
from typing import Callable, Dict, List, Optional

from portico import NotModified, Portico, PorticoError, __version__, schemas

from .server import Exchange, Received, serve

OWNER = "0x00000000000000000000000000000000000a11ce"
MAX = 2**256 - 1


def failure(call: Callable[[], object]) -> PorticoError:
    try:
        call()
    except PorticoError as error:
        return error
    raise AssertionError("no error was raised")


def replying(body: str) -> Callable[[Exchange, Received, int], None]:
    return lambda exchange, _call, _count: exchange.reply(200, body)


class Calls(unittest.TestCase):
    def test_the_largest_amount_arrives_exactly_also_compressed(self) -> None:
        body = f'[{{"id":"eth","amount":1.5,"raw_amount":{MAX}}}]'.encode()

        def answer(exchange: Exchange, call: Received, count: int) -> None:
            if count == 1:
                exchange.reply(200, body)
            else:
                self.assertEqual(call.headers["accept-encoding"], "gzip")
                exchange.reply(200, gzip.compress(body), Content_Encoding="gzip")

        with serve(answer) as server, Portico(server.url) as portico:
            for _ in range(2):
                [token] = portico.get_user_token_list(id=OWNER, chain_id="eth")
                self.assertEqual((token["raw_amount"], token["amount"]), (MAX, 1.5))

    def test_parameters_and_credentials_are_sent_as_the_contract_says(self) -> None:
        with serve(lambda exchange, _call, _count: exchange.reply(200, "[]")) as server:
            with Portico(f"{server.url}/prefix/", access_key="pk_1", user_agent="shop/2") as portico:
                portico.get_user_all_token_list(id=OWNER, chain_ids=["eth", "base"], is_all=False, fields="{id}")
            tokens = iter(["at_1", "at_2"])
            with Portico(server.url, access_token=lambda: next(tokens)) as portico:
                portico.get_me_all_token_list()
                portico.get_me_all_token_list(is_all=True)
        first, second, third = server.received
        self.assertEqual(first.path, f"/prefix/v1/user/all_token_list?id={OWNER}&is_all=false&chain_ids=eth,base")
        self.assertEqual((first.headers["accesskey"], first.headers["x-fields"]), ("pk_1", "{id}"))
        self.assertEqual(first.headers["user-agent"], f"shop/2 portico-python/{__version__}")
        self.assertNotIn("authorization", first.headers)
        self.assertNotIn("accesskey", second.headers)
        self.assertEqual(second.path, "/v1/me/all_token_list")
        self.assertEqual([second.headers["authorization"], third.headers["authorization"]], ["Bearer at_1", "Bearer at_2"])

    def test_a_body_is_json_with_exact_integers(self) -> None:
        with serve(lambda exchange, _call, _count: exchange.reply(200, "{}")) as server, Portico(server.url) as portico:
            portico.post_wallet_explain_tx(tx={"chainId": 1, "from": OWNER, "value": MAX})
        [call] = server.received
        self.assertEqual((call.method, call.headers["content-type"]), ("POST", "application/json"))
        self.assertEqual(json.loads(call.body), {"tx": {"chainId": 1, "from": OWNER, "value": MAX}})

    def test_connections_are_kept_also_by_threads_and_a_closed_one_is_replaced(self) -> None:
        def answer(exchange: Exchange, _call: Received, count: int) -> None:
            exchange.reply(200, "[]")
            if count == 3:
                exchange.close_connection = True  # after a response that promised to keep it

        with serve(answer) as server, Portico(server.url) as portico:
            for _ in range(3):
                portico.get_chain_list()
            self.assertEqual(len({call.port for call in server.received}), 1)
            time.sleep(0.05)
            portico.get_chain_list()
            self.assertEqual(len(server.received), 4)
            threads = [threading.Thread(target=portico.get_chain_list) for _ in range(8)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            self.assertEqual(len(server.received), 12)

    def test_metadata_of_headers(self) -> None:
        headers = {
            "X_Request_Id": "r_1",
            "ETag": '"e"',
            "RateLimit": '"units";r=999999999999999, "key";r=41;t=30',
            "RateLimit_Policy": '"key";q=60;w=60',
            "Portico_Chains": 'eth;block=7;time=1760000000;since=3;history=partial;missing="aave3 lido", base;syncing',
        }
        with serve(lambda exchange, _call, _count: exchange.reply(200, "[]", **headers)) as server:
            with Portico(server.url) as portico:
                result = portico.with_meta.get_user_token_list(id=OWNER, chain_id="eth")
        meta = result.meta
        self.assertEqual((result.data, meta.request_id, meta.etag, meta.units_remaining), ([], "r_1", '"e"', None))
        assert meta.rate_limit is not None
        self.assertEqual((meta.rate_limit.limit, meta.rate_limit.remaining, meta.rate_limit.reset_seconds), (60, 41, 30))
        eth, base = meta.chains
        self.assertEqual((eth.block, eth.time_at, eth.since_block, eth.history), (7, 1760000000, 3, "partial"))
        self.assertEqual((eth.missing_protocols, eth.is_missing), (("aave3", "lido"), False))
        self.assertEqual((base.chain, base.is_syncing, base.is_missing, base.block), ("base", True, True, None))

    def test_an_unchanged_response_is_said_to_be(self) -> None:
        def answer(exchange: Exchange, call: Received, _count: int) -> None:
            exchange.reply(304 if call.headers.get("if-none-match") == '"e"' else 200, "", ETag='"e"')

        with serve(answer) as server, Portico(server.url) as portico:
            with self.assertRaises(NotModified):
                portico.with_meta.get_chain_list(if_none_match='"e"')


class Errors(unittest.TestCase):
    def test_a_problem_is_an_error_with_its_parts(self) -> None:
        problem = {"code": "invalid_params", "message": "chain_id is required", "errors": {"chain_id": "is required"}}
        body = json.dumps(problem)
        with serve(lambda exchange, _call, _count: exchange.reply(400, body, X_Request_Id="r_1")) as server:
            with Portico(server.url) as portico:
                error = failure(lambda: portico.get_token(chain_id="", id="eth"))
        self.assertEqual((error.code, error.status, error.request_id), ("invalid_params", 400, "r_1"))
        self.assertEqual((str(error), error.errors), ("invalid_params: chain_id is required", {"chain_id": "is required"}))
        self.assertEqual(error.problem, problem)

    def test_what_is_not_portico_s_is_unknown(self) -> None:
        for status, body in ((502, "<html>"), (200, "<html>"), (403, "[]"), (404, '{"code":7}')):
            with serve(lambda exchange, _call, _count: exchange.reply(status, body)) as server:
                with Portico(server.url, attempts=1) as portico:
                    error = failure(portico.get_chain_list)
            self.assertEqual((error.code, error.status, error.problem), ("unknown", status, None))

    def test_a_redirect_is_not_followed(self) -> None:
        with serve(lambda exchange, _call, _count: exchange.reply(307, "", Location="/elsewhere")) as server:
            with Portico(server.url, access_key="pk_1") as portico:
                self.assertEqual(failure(portico.get_chain_list).code, "redirected")
        self.assertEqual([call.path for call in server.received], ["/v1/chain/list"])

    def test_a_base_url_of_another_kind_is_refused(self) -> None:
        for url in ("ftp://a.example", "a.example", "https://user:secret@a.example", "https://a.example/?x=1", ""):
            with self.assertRaises(ValueError):
                Portico(url)


class Retries(unittest.TestCase):
    def count(
        self,
        statuses: List[int],
        retry_after: Optional[str] = "0",
        method: str = "get",
        attempts: int = 3,
        max_delay: float = 5.0,
    ) -> int:
        def answer(exchange: Exchange, _call: Received, count: int) -> None:
            status = statuses[min(count, len(statuses)) - 1]
            headers = {} if retry_after is None else {"Retry_After": retry_after}
            exchange.reply(status, "{}" if status == 200 else '{"code":"rate_limited","message":"later"}', **headers)

        with serve(answer) as server, Portico(server.url, attempts=attempts, max_delay=max_delay) as portico:
            try:
                if method == "get":
                    portico.get_chain_list()
                else:
                    key = "k_1" if method == "key" else None
                    content: schemas.MessageContent = {"type": "text", "value": {"data": "hello", "version": "v1"}}
                    portico.post_official_message_send(addr=OWNER, content=content, idempotency_key=key)
            except PorticoError as error:
                self.assertEqual(error.code, "rate_limited")
                self.assertEqual(error.retry_after is None, retry_after in (None, "soon"))
        return len(server.received)

    def test_what_can_be_repeated_is_retried_after_the_server_s_delay(self) -> None:
        self.assertEqual(self.count([429, 503, 200]), 3)
        self.assertEqual(self.count([429]), 3)
        self.assertEqual(self.count([429], attempts=2), 2)
        self.assertEqual(self.count([500]), 1)
        self.assertEqual(self.count([503, 200], "60"), 1)
        self.assertEqual(self.count([503, 200], format_datetime(datetime.now(timezone.utc) + timedelta(hours=1), True)), 1)
        self.assertEqual(self.count([503, 200], format_datetime(datetime.now(timezone.utc) - timedelta(hours=1), True)), 2)
        self.assertEqual(self.count([503, 200], "soon", max_delay=0), 2)
        self.assertEqual(self.count([503], "0", "post"), 1)
        self.assertEqual(self.count([503, 200], "0", "key"), 2)

    def test_a_missing_or_broken_response_is_retried_and_then_unreachable(self) -> None:
        def answer(exchange: Exchange, _call: Received, count: int) -> None:
            if count == 1:
                exchange.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n[")
            exchange.close_connection = True

        with serve(answer) as server, Portico(server.url, max_delay=0.01) as portico:
            self.assertEqual(failure(portico.get_chain_list).code, "unreachable")
            self.assertEqual(len(server.received), 3)
        with Portico(server.url, max_delay=0.01) as portico:
            self.assertEqual(failure(portico.get_chain_list).code, "unreachable")

    def test_a_call_ends_by_its_timeout_also_if_bytes_drip(self) -> None:
        ended = threading.Event()

        def answer(exchange: Exchange, _call: Received, _count: int) -> None:
            exchange.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n")
            try:
                while not ended.wait(0.02):
                    exchange.wfile.write(b" ")
            except OSError:
                pass
            exchange.close_connection = True

        with serve(answer) as server, Portico(server.url, timeout=0.2) as portico:
            self.assertEqual(failure(portico.get_chain_list).code, "timeout")
            ended.set()
        self.assertEqual(len(server.received), 1)
        with socket.create_server(("127.0.0.1", 0)) as silent:  # accepts, and says nothing
            with Portico(f"http://127.0.0.1:{silent.getsockname()[1]}", timeout=0.05) as portico:
                self.assertEqual(failure(portico.get_chain_list).code, "timeout")


class Pages(unittest.TestCase):
    def test_a_history_is_read_page_after_page_as_needed(self) -> None:
        def answer(exchange: Exchange, call: Received, _count: int) -> None:
            is_last = "cursor=2" in call.path
            items = [{"id": "c"}] if is_last else [{"id": "a"}, {"id": "b"}]
            page: Dict[str, object] = {"history_list": items, "next_cursor": None if is_last else "2"}
            exchange.reply(200, json.dumps([page]))

        with serve(answer) as server, Portico(server.url) as portico:
            items = portico.iter_user_history_list(id=OWNER, chain_id="eth", page_count=2)
            self.assertEqual([next(items)["id"], next(items)["id"], len(server.received)], ["a", "b", 1])
            self.assertEqual([item["id"] for item in items], ["c"])
            pages = portico.iter_user_all_history_list_pages(id=OWNER)
            self.assertEqual([len(page["history_list"]) for page in pages], [2, 1])
        self.assertEqual(server.received[1].path, f"/v1/user/history_list?id={OWNER}&chain_id=eth&page_count=2&cursor=2")

    def test_a_page_without_a_cursor_or_with_the_same_is_an_error(self) -> None:
        for page in ('[{"history_list":[]}]', '[{"history_list":[],"next_cursor":"1"}]'):
            with serve(replying(page)) as server, Portico(server.url) as portico:
                items = portico.iter_user_history_list(id=OWNER, cursor="1")
                self.assertEqual(failure(lambda: list(items)).code, "unknown")

    def test_a_list_is_read_by_its_start_without_repeats(self) -> None:
        holders = [[f"0x{index}", 1.0] for index in (0, 1, 1, 2, 3)]  # one moved to the next page meanwhile

        def answer(exchange: Exchange, call: Received, _count: int) -> None:
            query = dict(part.split("=") for part in call.path.split("?")[1].split("&"))
            start, limit = int(query["start"]), int(query["limit"])
            exchange.reply(200, json.dumps(holders[start : start + limit]))

        with serve(answer) as server, Portico(server.url) as portico:
            found = [address for address, _ in portico.iter_token_top_holders(chain_id="eth", id="eth", limit=2)]
            self.assertEqual(found, ["0x0", "0x1", "0x2", "0x3"])
            self.assertEqual(len(server.received), 3)
            self.assertEqual(len(list(portico.iter_token_top_holders(chain_id="eth", id="eth", start=4))), 1)
        self.assertIn("limit=100", server.received[-1].path)

    def test_followers_end_with_their_total(self) -> None:
        def answer(exchange: Exchange, call: Received, _count: int) -> None:
            is_first = "start=0" in call.path
            users = [{"id": "a"}, {"id": "b"}] if is_first else [{"id": "c"}]
            exchange.reply(200, json.dumps({"user_list": users, "total_count": 3}))

        with serve(answer) as server, Portico(server.url, access_token="at_1") as portico:
            self.assertEqual(len(list(portico.iter_me_follower_list(limit=2))), 3)
        self.assertEqual(len(server.received), 2)


if __name__ == "__main__":
    unittest.main()
