"""A server whose page comes late."""

import http.server
import threading


class SlowServer:
    """A server that answers each request with a page, after a time."""

    def __init__(self, seconds):
        ended = threading.Event()

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):  # the name is http.server's
                if ended.wait(seconds):
                    return
                self.send_response(200)
                self.send_header("Content-Type", "text/html")
                self.end_headers()
                self.wfile.write(b"<!doctype html><title>Slow</title>")

            def log_message(self, *_):
                """Prints nothing."""

        self._ended = ended
        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{self._server.server_port}/"

    def end(self):
        self._ended.set()
        self._server.shutdown()
        self._server.server_close()
