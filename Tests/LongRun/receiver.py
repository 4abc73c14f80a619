"""The publisher's server that receives the events, as the guide describes it."""

import base64
import hashlib
import hmac
import json
import threading

from local_server import Handler, LocalServer


class Receiver:
    """Checks each event's signature, and keeps the newest state of each order."""

    def __init__(self, secret, journal):
        self.secret = secret.encode()
        self.journal = journal
        self.lock = threading.Lock()
        self.accepts = True
        self.seen = set()
        self.states = {}  # the event with the latest as_of of each order
        receiver = self

        class Events(Handler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                self.answer(receiver.receive(self.headers, body))

        self.server = LocalServer(Events)
        self.url = f"http://{self.server.address}/order-events"

    def receive(self, fields, body):
        """Applies an event. Returns the status of the answer."""
        if not self.accepts:
            return 503
        identity = fields["webhook-id"]
        text = f"{identity}.{fields['webhook-timestamp']}.".encode() + body
        expected = base64.b64encode(hmac.new(self.secret, text, hashlib.sha256).digest()).decode()
        if f"v1,{expected}" not in fields["webhook-signature"].split(" "):
            self.journal.fault(f"the event {identity} has a wrong signature")
            return 400
        event = json.loads(body)
        with self.lock:
            if identity in self.seen:
                self.journal.count("events that arrived again")
                return 204
            self.seen.add(identity)
            self.journal.count("events")
            order = event["order"]["order_id"].lower()
            known = self.states.get(order)
            if known is None or known["as_of"] < event["as_of"]:
                self.states[order] = event
            return 204
