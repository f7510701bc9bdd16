"""Every operation, asked of the mock, which validates requests against the contract."""

from __future__ import annotations

import inspect
import os
import unittest
from typing import Any, Dict, List, get_args, get_origin, get_type_hints

from portico import Portico, PorticoError, schemas
from portico.generated import operations
from portico.generated.operations import Operations

URL = os.environ.get("PORTICO_MOCK_URL", "")
OWNER = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"
USDC = "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48"

#: For required parameters, by name, or by method and name.
VALUES: Dict[str, Any] = {
    "id": OWNER,
    "chain_id": "eth",
    "token_id": USDC,
    "protocol_id": "aave3",
    "ids": [USDC, "eth"],
    "uuids": ["eth:eth", f"eth:{USDC}"],
    "q": "usd",
    "text": "portico.eth",
    "date_at": "2025-11-20",
    "time_at": 1_763_600_000,
    "get_chain.id": "eth",
    "get_protocol.id": "aave3",
    "get_protocol_top_holders.id": "aave3",
    "get_token.id": USDC,
    "get_token_top_holders.id": USDC,
    "get_token_history_price.id": USDC,
}


@unittest.skipUnless(URL, "PORTICO_MOCK_URL is not set")
class Mock(unittest.TestCase):
    def setUp(self) -> None:
        self.portico = Portico(URL, access_key="any", access_token="at_any")
        self.addCleanup(self.portico.close)

    def test_every_read_is_a_valid_request_and_its_answer_has_the_type_of_its_method(self) -> None:
        names = [name for name in dir(Operations) if name.startswith("get_")]
        self.assertGreater(len(names), 60)
        content: schemas.MessageContent = {"type": "text", "value": {"data": "hello", "version": "v1"}}
        sent = self.portico.post_official_message_send(addr=OWNER, content=content)
        subscription = self.portico.post_account_subscriptions(url="https://example.com/events", owners=[OWNER])["subscription"]
        special = {
            "get_account_subscriptions_subscription_id": {"subscription_id": subscription["id"]},
            "get_account_subscriptions_subscription_id_dead_letters": {"subscription_id": subscription["id"]},
            "get_official_message_status": {"id": sent["message_id"]},
            "get_official_message_status_unversioned": {"id": sent["message_id"]},
        }
        answered = 0
        for name in names:
            with self.subTest(name):
                method = getattr(Operations, name)
                parameters = inspect.signature(method).parameters.values()
                required = [one.name for one in parameters if one.default is one.empty and one.name != "self"]
                values = special.get(name, {one: VALUES.get(f"{name}.{one}", VALUES.get(one)) for one in required})
                try:
                    data = getattr(self.portico, name)(**values)
                except PorticoError as error:
                    self.assertIn(error.code, NOT_FOUND, f"{name}: {error} {dict(error.errors)}")
                else:
                    answered += 1
                    check(data, get_type_hints(method, vars(operations), vars(schemas))["return"], name)
        self.assertGreater(answered, 55)

    def test_amounts_are_exact_integers(self) -> None:
        tokens = self.portico.get_user_all_token_list(id=OWNER)
        self.assertGreater(len(tokens), 5)
        for token in tokens:
            self.assertIs(type(token["raw_amount"]), int)
            self.assertEqual(str(token["raw_amount"]), token["raw_amount_str"])
        self.assertGreater(max(token["raw_amount"] for token in tokens), 2**53)

    def test_pages_end_and_repeat_nothing(self) -> None:
        items = [(item["chain"], item["id"]) for item in self.portico.iter_user_all_history_list(id=OWNER, page_count=5)]
        self.assertGreater(len(items), 10)
        self.assertEqual(len(set(items)), len(items))
        holders = list(self.portico.iter_token_top_holders(chain_id="eth", id=USDC, limit=3))
        self.assertEqual(len({holder[0] for holder in holders}), len(holders))

    def test_an_error_has_the_contract_s_code(self) -> None:
        with self.assertRaises(PorticoError) as raised:
            self.portico.get_token(chain_id="nowhere", id="eth")
        self.assertEqual((raised.exception.code, raised.exception.status), ("invalid_chain", 400))
        self.assertTrue(raised.exception.request_id)


NOT_FOUND = {"pool_not_found", "protocol_not_found", "token_not_found", "invalid_account"}


def check(value: Any, hint: Any, path: str) -> None:
    """Checks a value against a type, with everything within it."""
    origin, arguments = get_origin(hint), get_args(hint)
    if hint is Any:
        return
    if origin is list:
        assert isinstance(value, list), path
        for index, item in enumerate(value):
            check(item, arguments[0], f"{path}[{index}]")
    elif origin is dict:
        assert isinstance(value, dict), path
        for key, item in value.items():
            check(item, arguments[1], f"{path}.{key}")
    elif arguments and origin is not None and hint.__class__.__name__ != "_LiteralGenericAlias":
        reasons: List[str] = []
        for one in arguments:
            try:
                return check(value, one, path)
            except AssertionError as error:
                reasons.append(str(error))
        raise AssertionError(f"{path} is none of {hint}: {'; '.join(reasons)}")
    elif arguments:
        assert value in arguments, f"{path}: {value!r}"
    elif hasattr(hint, "__required_keys__"):
        assert isinstance(value, dict), f"{path}: {value!r}"
        missing = hint.__required_keys__ - set(value)
        assert not missing, f"{path} lacks {missing}"
        for key, own in get_type_hints(hint).items():
            if key in value:
                check(value[key], own, f"{path}.{key}")
    elif hint is float:
        assert isinstance(value, (int, float)) and not isinstance(value, bool), f"{path}: {value!r}"
    else:
        assert type(value) is hint, f"{path}: {value!r} is not {hint}"
