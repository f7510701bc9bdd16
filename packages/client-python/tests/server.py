"""A real HTTP server on a free port, for tests."""

from __future__ import annotations

import threading
from contextlib import contextmanager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Callable, Dict, Iterator, List


@dataclass(frozen=True)
class Received:
    method: str
    path: str
    headers: Dict[str, str]
    body: bytes
    #: The connection that it came on.
    port: int


class Exchange(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    answer: Callable[[Exchange, Received, int], None]
    received: List[Received]

    def reply(self, status: int, body: Any = b"", **headers: str) -> None:
        """Sends a response; names of headers are written with underscores."""
        content = body if isinstance(body, bytes) else str(body).encode()
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def _handle(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length", "0")))
        names = {name.lower(): value for name, value in self.headers.items()}
        call = Received(self.command, self.path, names, body, self.client_address[1])
        self.received.append(call)
        type(self).answer(self, call, len(self.received))

    do_GET = do_POST = do_PUT = do_DELETE = _handle

    def log_message(self, format: str, *args: Any) -> None:
        pass


@dataclass(frozen=True)
class Server:
    url: str
    received: List[Received]


@contextmanager
def serve(answer: Callable[[Exchange, Received, int], None]) -> Iterator[Server]:
    received: List[Received] = []
    handler = type("Handler", (Exchange,), {"answer": staticmethod(answer), "received": received})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield Server(f"http://127.0.0.1:{server.server_address[1]}", received)
    finally:
        server.shutdown()
        server.server_close()
