"""HTTP for the clients of a run, with connections that are kept."""

import http.client
import json
import time
import urllib.parse

TIMEOUT = 60
# A connection that was idle for longer is opened again, because the server may be closing it.
IDLE = 2


class NoAnswer(Exception):
    """The server did not answer: the request may or may not have had an effect."""


class Refused(Exception):
    """The server answered with a status of 400 or more."""

    def __init__(self, status, body):
        super().__init__(f"status {status}: {body[:200]!r}")
        self.status = status
        try:
            self.code = json.loads(body).get("code")
        except (ValueError, AttributeError):
            self.code = None


class Connection:
    """A connection to a server, which is opened again after a failure. For one thread."""

    def __init__(self, url):
        parts = urllib.parse.urlsplit(url)
        self.address = parts.hostname, parts.port
        self.connection = None
        self.used = 0

    def request(self, method, path, body=None, fields=None, kind="application/json"):
        """Sends a request once. Returns the body of the answer."""
        if isinstance(body, (dict, list)):
            body = json.dumps(body).encode()
        fields = dict(fields or {})
        if body is not None:
            fields["Content-Type"] = kind
        if time.monotonic() - self.used > IDLE:
            self.close()
        if self.connection is None:
            self.connection = http.client.HTTPConnection(*self.address, timeout=TIMEOUT)
        try:
            self.connection.request(method, path, body, fields)
            answer = self.connection.getresponse()
            content = answer.read()
            self.used = time.monotonic()
        except (OSError, http.client.HTTPException) as error:
            self.close()
            raise NoAnswer(f"{type(error).__name__}: {error}") from None
        if answer.will_close:
            self.close()
        if answer.status >= 400:
            raise Refused(answer.status, content)
        return content

    def json(self, method, path, body=None, fields=None):
        content = self.request(method, path, body, fields)
        return json.loads(content) if content else None

    def close(self):
        if self.connection is not None:
            self.connection.close()
            self.connection = None
