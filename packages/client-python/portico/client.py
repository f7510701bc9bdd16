"""The client."""

from __future__ import annotations

import json
import random
import ssl
import time
from email.message import Message
from email.utils import parsedate_to_datetime
from types import TracebackType
from typing import Any, Callable, Dict, Mapping, Optional, Type, Union
from urllib.parse import urlencode

from .caller import Caller
from .errors import NotModified, PorticoError
from .generated.operations import Operations, OperationsWithMeta
from .generated.version import VERSION
from .meta import read_meta
from .result import Result
from .transport import Response, Transport

_RETRYABLE_STATUSES = frozenset((429, 503))
_FIRST_DELAY = 0.25


class Portico(Operations):
    """A client of the Portico API, with a method for each operation. Safe for threads; close it, or use ``with``.

    Every method returns the data of the response and raises ``PorticoError`` for anything else. The same method of
    ``with_meta`` returns a ``Result``: the data with the metadata of headers, such as the state of every chain.

    :param base_url: URL of the data API, such as ``http://127.0.0.1:4000``, or of the sign-in service for ``get_me…``.
    :param access_key: sent as the header ``AccessKey``.
    :param access_token: a signed-in user's token, or a function that returns it, called for every request: see
        ``SignIn.keep_fresh``.
    :param timeout: seconds that a call may take, with its retries and its body.
    :param attempts: the most requests of a call. Only GET, and what is sent with an idempotency key, is retried: on
        429, on 503, and without a complete response.
    :param max_delay: the longest pause before a retry, in seconds. If the server asks for a longer one (Retry-After),
        its refusal is the result.
    :param headers: sent with every request.
    """

    def __init__(
        self,
        base_url: str,
        *,
        access_key: Optional[str] = None,
        access_token: Union[str, Callable[[], str], None] = None,
        timeout: float = 30.0,
        attempts: int = 3,
        max_delay: float = 5.0,
        headers: Optional[Mapping[str, str]] = None,
        user_agent: Optional[str] = None,
        ssl_context: Optional[ssl.SSLContext] = None,
    ) -> None:
        own = f"portico-python/{VERSION}"
        self._transport = Transport(base_url, ssl_context)
        self._headers: Dict[str, str] = {
            "Accept": "application/json",
            "Accept-Encoding": "gzip",
            "X-Response-Profile": "seed",  # the form of the types, whatever the key's own is
            "User-Agent": own if user_agent is None else f"{user_agent} {own}",
            **(headers or {}),
            **({} if access_key is None else {"AccessKey": access_key}),
        }
        self._access_token = access_token
        self._timeout = timeout
        self._attempts = attempts
        self._max_delay = max_delay
        #: The same operations, which return a ``Result``.
        self.with_meta: OperationsWithMeta = _WithMeta(self)

    def __enter__(self) -> Portico:
        return self

    def __exit__(
        self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        self.close()

    def close(self) -> None:
        """Closes the kept connections. Later calls open new ones and keep none."""
        self._transport.close()

    def _call(
        self,
        method: str,
        path: str,
        *,
        query: Optional[Mapping[str, Any]] = None,
        headers: Optional[Mapping[str, Optional[str]]] = None,
        body: Optional[Mapping[str, Any]] = None,
    ) -> Result[Any]:
        given = {name: _to_text(value) for name, value in (query or {}).items() if value is not None}
        target = path + (f"?{urlencode(given, safe=',')}" if given else "")
        own = {name: value for name, value in (headers or {}).items() if value is not None}
        token = self._access_token() if callable(self._access_token) else self._access_token
        all_headers = {**self._headers, **own, **({} if token is None else {"Authorization": f"Bearer {token}"})}
        content = None
        if body is not None:
            content = json.dumps({name: value for name, value in body.items() if value is not None}).encode()
            all_headers["Content-Type"] = "application/json"
        is_repeatable = method == "GET" or "Idempotency-Key" in own
        response = self._send(method, target, all_headers, content, is_repeatable)
        return Result(read_body(response), read_meta(response.headers))

    def _send(
        self, method: str, target: str, headers: Mapping[str, str], body: Optional[bytes], is_repeatable: bool
    ) -> Response:
        deadline = time.monotonic() + self._timeout
        attempt = 0
        while True:
            attempt += 1
            response, failure, delay = None, None, None
            try:
                response = self._transport.send(
                    method, target, headers, body, deadline=deadline, is_repeatable=is_repeatable
                )
                if response.status not in _RETRYABLE_STATUSES:
                    return response
                delay = retry_after(response.headers)
            except PorticoError as error:
                failure = error
            if delay is None:
                delay = min(_FIRST_DELAY * 2 ** (attempt - 1), self._max_delay) * random.uniform(0.5, 1)
            may_retry = is_repeatable and attempt < self._attempts and delay <= self._max_delay
            if may_retry and time.monotonic() + delay < deadline:
                time.sleep(delay)
            elif response is not None:
                return response
            elif failure is not None:
                raise failure


class _WithMeta(OperationsWithMeta):
    def __init__(self, client: Caller) -> None:
        self._client = client

    def _call(self, method: str, path: str, **request: Any) -> Result[Any]:
        return self._client._call(method, path, **request)


def _to_text(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return value if isinstance(value, str) else ",".join(map(str, value)) if isinstance(value, (list, tuple)) else str(value)


def read_body(response: Response) -> Any:
    """The data of a response. Raises PorticoError if it is not 2xx, or not JSON."""
    if 200 <= response.status < 300:
        if response.status == 204:
            return None
        try:
            return json.loads(response.body)
        except ValueError as error:
            message = "the response is not JSON from Portico"
            raise PorticoError("unknown", message, status=response.status) from error
    raise _to_error(response)


def _to_error(response: Response) -> PorticoError:
    status, headers = response.status, response.headers
    request_id = headers.get("X-Request-Id")
    if status == 304:
        return NotModified("not_modified", "the response is unchanged", status=status, request_id=request_id)
    if 300 <= status < 400:
        message = "redirects are refused"
        return PorticoError("redirected", message, status=status, request_id=request_id)
    try:
        body = json.loads(response.body)
    except ValueError:
        body = None
    fields: Dict[str, Any] = body if isinstance(body, dict) else {}
    is_problem = isinstance(fields.get("code"), str) and isinstance(fields.get("message"), str)
    code = fields["code"] if is_problem else fields.get("error")
    message = fields["message"] if is_problem else fields.get("error_description", code)
    if not isinstance(code, str):
        code, message = "unknown", f"{status} {response.reason}".strip()
    return PorticoError(
        code,
        str(message),
        status=status,
        request_id=request_id,
        retry_after=retry_after(headers),
        problem=fields if is_problem else None,
    )


def retry_after(headers: Message) -> Optional[float]:
    """Seconds of Retry-After; None if it is missing or neither seconds nor a date (RFC 9110, section 10.2.3)."""
    value = headers.get("Retry-After", "").strip()
    if value.isascii() and value.isdigit():
        return float(value)
    try:
        return max(0.0, parsedate_to_datetime(value).timestamp() - time.time())
    except (TypeError, ValueError, IndexError, OverflowError):
        return None
