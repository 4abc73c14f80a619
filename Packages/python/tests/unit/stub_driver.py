"""A server that answers like `causeway driver`, for tests that need no page."""

from __future__ import annotations

import json
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread
from types import TracebackType
from typing import Any

PICTURE = "iVBORw0KGgo="


class StubDriver:
    """A driver with one session, whose messages and page are values of this class. Use it as a context manager."""

    def __init__(self) -> None:
        self.requests: list[str] = []
        """The requests after `/session/1`, in the order of their arrival, such as `GET /title`."""
        self.messages: list[dict[str, Any]] = []
        self.console: list[dict[str, Any]] = []
        """The lines of the page's console, without their numbers."""
        self.options: Any = None
        """The options of the latest session."""
        self.source = "<h1>Two apples</h1>"
        self.is_page_busy = False
        """Whether the page's commands stay without an answer until the end."""
        self.is_dropping = False
        """Whether the connection is closed without an answer to the title."""
        self._end = Event()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"

    def __enter__(self) -> StubDriver:
        Thread(target=self._server.serve_forever, args=(0.05,), daemon=True).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._end.set()
        self._server.shutdown()
        self._server.server_close()

    def answer(self, method: str, path: str, body: dict[str, Any]) -> tuple[int, Any] | None:
        """Returns the status and the value for a request; None to close the connection."""
        command, _, query = path.removeprefix("/session/1").partition("?")
        if path == "/status":
            return 200, {"ready": True}
        if path == "/session":
            self.options = body["capabilities"]["alwaysMatch"]["causeway:options"]
            return 200, {"sessionId": "1", "capabilities": {}}
        self.requests.append(f"{method} {command}" + (f"?{query}" if query else ""))
        if command == "/causeway/messages":
            since = int(query.partition("=")[2] or 0)
            return 200, {"messages": [line for line in self.messages if line["number"] > since],
                         "last": len(self.messages)}
        if command == "/causeway/console":
            lines = [{"number": number, **line} for number, line in enumerate(self.console, 1)]
            return 200, {"lines": lines, "last": len(lines)}
        if command == "/causeway/prompts":
            # The driver too answers only when the time has passed.
            self._end.wait(body["timeout"] / 1_000)
            return 408, {"error": "timeout", "message": "no such prompt appeared", "stacktrace": ""}
        if self.is_page_busy and command:
            self._end.wait()
        if self.is_dropping and command == "/title":
            return None
        return 200, {"/screenshot": PICTURE, "/source": self.source, "/title": "Shop"}.get(command)

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        driver = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                length = int(self.headers.get("Content-Length") or 0)
                body = json.loads(self.rfile.read(length) or b"{}")
                answer = driver.answer(self.command, self.path, body)
                self.close_connection = answer is None
                if answer is None:
                    return
                content = json.dumps({"value": answer[1]}).encode()
                self.send_response(answer[0])
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(content)))
                self.end_headers()
                try:
                    self.wfile.write(content)
                except ConnectionError:
                    # The client has stopped waiting.
                    self.close_connection = True

            do_POST = do_DELETE = do_GET

            def log_message(self, format: str, *arguments: object) -> None:
                """Prints nothing, because the output belongs to the tests."""

        return Handler
