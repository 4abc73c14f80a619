"""A small development server that behaves like Vite: it serves a page as modules, and tells the page over a WebSocket
which module has changed. The page then imports that module again, without a reload."""

import base64
import gzip
import hashlib
import http.server
import queue
import socket
import ssl
import struct
import threading

PAGE = """<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <script type="module" src="/@vite/client"></script>
    <title>A page of a development server</title>
    <script>window.foundAtStart = typeof window.webkit?.messageHandlers.todayWebViewBridge?.postMessage;</script>
  </head>
  <body><p id="text"></p><script type="module" src="/src/main.js"></script></body>
</html>
"""

CLIENT = """
const address = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/?token=vite`;
const socket = new WebSocket(address, "vite-hmr");
socket.addEventListener("message", async ({ data }) => {
  const payload = JSON.parse(data);
  if (payload.type === "full-reload") return location.reload();
  if (payload.type !== "update") return;
  for (const { path, timestamp } of payload.updates) await import(`${path}?t=${timestamp}`);
});
socket.addEventListener("open", () => (window.hotReload = socket.protocol));
"""

MODULE = """
window.loads = (window.loads ?? 0) + 1;
document.getElementById("text").textContent = {text!r};
window.ask = async (type) => await window.webkit.messageHandlers.todayWebViewBridge.postMessage({{ type }});
"""


class DevServer:
    """The server, in a thread of the test."""

    def __init__(self, policy=None, host="localhost", certificate=None):
        self.host = host
        self.scheme = "https" if certificate else "http"
        self.text = "first"
        # The page's Content-Security-Policy; None for no policy.
        self.policy = policy
        # The paths of all requests, and the header fields of the requests for the page.
        self.requests = []
        self.page_fields = []
        self.posted = []
        self.sockets = []
        # The test sets this event when the event stream may send its event.
        self.may_send = threading.Event()
        # The server sets this event when the reader of the event stream has disconnected.
        self.has_left = threading.Event()
        address = "127.0.0.1" if host == "localhost" else socket.gethostbyname(host)
        self.server = http.server.ThreadingHTTPServer((address, 0), self._handler())
        if certificate:
            # `certificate` is a PEM file with the key and the certificate.
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(certificate)
            self.server.socket = context.wrap_socket(self.server.socket, server_side=True)
        self.server.daemon_threads = True
        self.thread = threading.Thread(target=self.server.serve_forever, daemon=True)
        self.thread.start()

    @property
    def address(self):
        return f"{self.scheme}://{self.host}:{self.server.server_port}"

    def change(self, text):
        """Changes the module, and notifies the pages."""
        self.text = text
        self._tell('{"type":"update","updates":[{"type":"js-update","path":"/src/main.js","timestamp":%d}]}' % id(text))

    def reload(self):
        self._tell('{"type":"full-reload"}')

    def close(self):
        self.may_send.set()
        for messages in self.sockets:
            messages.put(None)
        self.server.shutdown()
        self.server.server_close()
        self.thread.join()

    def _tell(self, text):
        for messages in self.sockets:
            messages.put(text)

    def _handler(self):
        server = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self):
                path = self.path.split("?")[0]
                server.requests.append(self.path)
                if self.headers.get("Upgrade", "").lower() == "websocket":
                    return self.talk()
                if path == "/":
                    server.page_fields.append(dict(self.headers.items()))
                    fields = {"Content-Security-Policy": server.policy} if server.policy else {}
                    return self.answer(PAGE, "text/html", fields)
                if path == "/@vite/client":
                    return self.answer(CLIENT, "text/javascript")
                if path == "/src/main.js":
                    return self.answer(MODULE.format(text=server.text), "text/javascript")
                if path == "/large":
                    return self.answer(" " * (17 << 20), "text/html")
                if path == "/cut":
                    return self.answer_in_part()
                if path == "/events":
                    return self.stream()
                self.answer("There is no such file.", "text/plain", status=404)

            def answer_in_part(self):
                """Sends less than the head announces, and closes the connection."""
                self.send_response(200)
                self.send_header("Content-Type", "text/plain")
                self.send_header("Content-Length", "100")
                self.end_headers()
                self.wfile.write(b"a part")
                self.close_connection = True

            def stream(self):
                """Sends the head of server-sent events, and then an event as soon as the test allows it."""
                self.send_response(200)
                self.send_header("Content-Type", "text/event-stream")
                self.end_headers()
                self.close_connection = True
                threading.Thread(target=self.wait_for_end, daemon=True).start()
                server.may_send.wait()
                self.wfile.write(b"data: news\n\n")

            def wait_for_end(self):
                # The reader sends nothing more, so this returns when it disconnects.
                self.connection.recv(1)
                server.has_left.set()

            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                server.posted.append(body)
                self.answer(body.decode()[::-1], "text/plain")

            def answer(self, text, kind, fields=None, status=200):
                body = text.encode()
                self.send_response(status)
                self.send_header("Content-Type", f"{kind}; charset=utf-8")
                for name, value in (fields or {}).items():
                    self.send_header(name, value)
                if "gzip" in self.headers.get("Accept-Encoding", ""):
                    body = gzip.compress(body)
                    self.send_header("Content-Encoding", "gzip")
                self.send_header("ETag", '"same"')
                if kind == "text/html":
                    self.send_header("Cache-Control", "max-age=600")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def talk(self):
                """Speaks the WebSocket of hot reload. Does not read messages of the page: Vite's client sends none."""
                guid = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
                key = hashlib.sha1((self.headers["Sec-WebSocket-Key"] + guid).encode()).digest()
                self.send_response(101)
                self.send_header("Upgrade", "websocket")
                self.send_header("Connection", "Upgrade")
                self.send_header("Sec-WebSocket-Accept", base64.b64encode(key).decode())
                if "Sec-WebSocket-Protocol" in self.headers:
                    self.send_header("Sec-WebSocket-Protocol", self.headers["Sec-WebSocket-Protocol"])
                self.end_headers()
                messages = queue.Queue()
                server.sockets.append(messages)
                messages.put('{"type":"connected"}')
                self.close_connection = True
                while (text := messages.get()) is not None:
                    body = text.encode()
                    length = bytes([len(body)]) if len(body) < 126 else b"\x7e" + struct.pack(">H", len(body))
                    try:
                        self.wfile.write(b"\x81" + length + body)
                    except OSError:
                        return  # The page has closed the connection.

            def log_message(self, *_):
                pass  # Do not mix a log of requests into the test's output.

        return Handler
