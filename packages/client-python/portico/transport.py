"""HTTP over kept connections, with a deadline for every exchange."""

from __future__ import annotations

import gzip
import http.client
import io
import socket
import ssl
import threading
import time
import zlib
from dataclasses import dataclass
from email.message import Message
from typing import Any, List, Mapping, Optional, cast
from urllib.parse import urlsplit

from .errors import PorticoError


@dataclass(frozen=True)
class Response:
    """A complete response."""

    status: int
    reason: str
    headers: Message
    body: bytes


class Transport:
    """Sends requests to one origin. Safe for threads: each exchange has a connection of its own."""

    def __init__(self, base_url: str, ssl_context: Optional[ssl.SSLContext] = None) -> None:
        url = urlsplit(base_url.rstrip("/"))
        if url.scheme not in ("http", "https") or not url.hostname or url.query or url.fragment or url.username:
            raise ValueError("base_url must be such as https://api.example, without a query or credentials")
        self.base_url = url.geturl()
        self.origin = f"{url.scheme}://{url.netloc}"
        self._prefix = url.path
        self._host, self._port = url.hostname, url.port
        self._context = (ssl_context or ssl.create_default_context()) if url.scheme == "https" else None
        self._idle: List[http.client.HTTPConnection] = []
        self._lock = threading.Lock()
        self._is_closed = False

    def send(
        self,
        method: str,
        target: str,
        headers: Mapping[str, str],
        body: Optional[bytes],
        *,
        deadline: float,
        is_repeatable: bool,
    ) -> Response:
        """Sends a request once.

        :param target: path and query.
        :param deadline: by ``time.monotonic``.
        :param is_repeatable: whether it goes over a kept connection, which the server may have closed meanwhile; it is
            then sent again over a new one. Other requests have a connection of their own.
        :raises PorticoError: ``timeout`` or ``unreachable``.
        """
        kept = self._take() if is_repeatable else None
        try:
            if kept is not None:
                try:
                    return self._exchange(kept, method, target, headers, body, deadline, is_repeatable)
                except (http.client.RemoteDisconnected, ConnectionError):
                    pass
            return self._exchange(self._connect(deadline), method, target, headers, body, deadline, is_repeatable)
        except socket.timeout as error:
            raise PorticoError("timeout", f"no complete response from {self.origin} in time") from error
        except (OSError, http.client.HTTPException) as error:
            raise PorticoError("unreachable", f"no complete response from {self.origin}: {error}") from error

    def close(self) -> None:
        """Closes the kept connections."""
        with self._lock:
            idle, self._idle, self._is_closed = self._idle, [], True
        for connection in idle:
            connection.close()

    def _take(self) -> Optional[http.client.HTTPConnection]:
        with self._lock:
            return self._idle.pop() if self._idle else None

    def _keep(self, connection: http.client.HTTPConnection) -> None:
        with self._lock:
            if not self._is_closed:
                self._idle.append(connection)
                return
        connection.close()

    def _connect(self, deadline: float) -> http.client.HTTPConnection:
        timeout = _left(deadline)
        connection = (
            http.client.HTTPConnection(self._host, self._port, timeout=timeout)
            if self._context is None
            else http.client.HTTPSConnection(self._host, self._port, timeout=timeout, context=self._context)
        )
        connection.connect()
        connection.sock = _DeadlineSocket(connection.sock)
        return connection

    def _exchange(
        self,
        connection: http.client.HTTPConnection,
        method: str,
        target: str,
        headers: Mapping[str, str],
        body: Optional[bytes],
        deadline: float,
        is_repeatable: bool,
    ) -> Response:
        try:
            cast(_DeadlineSocket, connection.sock).deadline = deadline
            connection.request(method, self._prefix + target, body=body, headers=dict(headers))
            response = connection.getresponse()
            content = _decode(response.read(), response.headers.get("Content-Encoding", ""))
        except BaseException:
            connection.close()
            raise
        if response.will_close or not is_repeatable:
            connection.close()
        else:
            self._keep(connection)
        return Response(response.status, response.reason, response.headers, content)


def _left(deadline: float) -> float:
    """Seconds that are left. Raises socket.timeout if none are."""
    left = deadline - time.monotonic()
    if left <= 0:
        raise socket.timeout("timed out")
    return left


def _decode(content: bytes, encoding: str) -> bytes:
    if encoding.lower() not in ("gzip", "x-gzip"):
        return content
    try:
        return gzip.decompress(content)
    except (OSError, EOFError, zlib.error) as error:
        raise http.client.HTTPException("the response is not valid gzip") from error


class _DeadlineSocket:
    """A socket of which every single read and write ends by the deadline, also if bytes arrive one by one."""

    def __init__(self, sock: Any) -> None:
        self._sock = sock
        self.deadline = 0.0

    def limit(self) -> None:
        self._sock.settimeout(_left(self.deadline))

    def sendall(self, data: Any) -> None:
        self.limit()
        self._sock.sendall(data)

    def makefile(self, _mode: str, *_options: Any) -> io.BufferedReader:
        return io.BufferedReader(_DeadlineReader(self, self._sock.makefile("rb", buffering=0)))

    def close(self) -> None:
        self._sock.close()


class _DeadlineReader(io.RawIOBase):
    def __init__(self, owner: _DeadlineSocket, raw: Any) -> None:
        self._owner = owner
        self._raw = raw

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> Any:
        self._owner.limit()
        return self._raw.readinto(buffer)

    def close(self) -> None:
        self._raw.close()
        super().close()
