"""A document's WebSocket without a browser, for connections that a test cannot make a browser open."""

import http.client
import os
import re
import socket
import struct

# The timeout in seconds, so long that it ends only tests that hang.
TIMEOUT = 60
HANDSHAKE = {
    "Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Version": "13",
    "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
}


def issue_token(port, destination="document"):
    """Requests the HTML of a document as a browser does. Returns the token in the HTML."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=TIMEOUT)
    try:
        connection.request("GET", "/", headers={"Host": f"localhost:{port}", "Sec-Fetch-Dest": destination})
        return re.search(rb'data-causeway="([^" ]+)', connection.getresponse().read()).group(1).decode()
    finally:
        connection.close()


class DocumentSocket:
    """A connection with a token and the name of the tab or of the frame."""

    def __init__(self, port, token, name="", host=None):
        host = host or f"localhost:{port}"
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=TIMEOUT)
        fields = HANDSHAKE | {"Host": host, "Origin": f"http://{host}"}
        request = f"GET /__causeway/document?token={token}&name={name} HTTP/1.1\r\n"
        self.socket.sendall((request + "".join(f"{key}: {value}\r\n" for key, value in fields.items()) + "\r\n").encode())
        self.input = self.socket.makefile("rb")
        self.status = int(self.input.readline().split()[1])
        while self.input.readline() not in (b"\r\n", b""):
            pass

    def send(self, text):
        body = text.encode()
        # A client must mask its frames. A mask of zeros leaves the text unchanged.
        self.socket.sendall(bytes([0x81, 0x80 | len(body)]) + bytes(4) + body)

    def read(self):
        """Reads a frame. Returns its text, or the code of a closing frame; None at the end of the connection."""
        while True:
            head = self.input.read(2)
            if len(head) < 2:
                return None
            length = head[1] & 0x7f
            if length == 126:
                [length] = struct.unpack(">H", self.input.read(2))
            elif length == 127:
                [length] = struct.unpack(">Q", self.input.read(8))
            body = self.input.read(length)
            kind = head[0] & 0x0f
            if kind == 8:
                return struct.unpack(">H", body[:2])[0]
            if kind == 1:
                return body.decode()

    def read_remark(self, mark):
        """Reads texts up to the next remark with a mark, such as `+`. Returns the rest of the remark."""
        while True:
            frame = self.read()
            if not isinstance(frame, str):
                raise AssertionError(f"the connection ended before the remark {mark}: {frame}")
            if frame.startswith(mark):
                return frame[len(mark):]

    def read_end(self):
        """Reads up to the end of the connection. Returns the code of the closing frame."""
        while isinstance(frame := self.read(), str):
            pass
        return frame

    def close(self):
        self.input.close()
        self.socket.close()


def new_name():
    """Returns a random name, in the form in which a sub-frame makes its name."""
    return os.urandom(8).hex()
