"""The requests of an app to the store, in place of OnsideKit, and those of the publisher's server to the backend."""

import base64
import json
import time
import urllib.parse
import uuid

from connection import Connection, NoAnswer, Refused

APP = "com.example.shop"
# The pause before a request is repeated that must have an answer.
PAUSE = 0.5


class StopRun(Exception):
    """The run is over, so that a request that must have an answer is not repeated any more."""


def orders_of(history):
    """The ids of the orders in a signed history. The signature is the backend's concern."""
    payload = history.split(".")[1]
    document = json.loads(base64.urlsafe_b64decode(payload + "=" * (-len(payload) % 4)))
    return [transaction["order_id"].lower() for transaction in document["transactions"]]


class StoreApp:
    """The app of one client. It can be logged in as one customer after the other."""

    def __init__(self, url, is_over):
        self.connection = Connection(url)
        self.is_over = is_over

    def until_answered(self, method, path, body=None, fields=None):
        """Repeats a request until the store answers, as OnsideKit does for payments."""
        while True:
            try:
                return self.connection.json(method, path, body, fields)
            except NoAnswer:
                pass
            except Refused as error:
                if error.status < 500 and error.status != 429:
                    raise
            if self.is_over():
                raise StopRun
            time.sleep(PAUSE)

    def log_in(self, email):
        """Makes an account, and returns its session."""
        app = {"Onside-App": APP}
        while True:
            try:
                login = self.until_answered("POST", "/app-api/v1/login-codes", {"email": email}, app)
                inbox = self.until_answered("GET", "/sandbox/inbox?to=" + urllib.parse.quote(email))
                code = next(message for message in inbox["messages"] if message["id"] == login["id"])["code"]
                words = {"login_code": login["id"], "code": code}
                session = self.until_answered("POST", "/app-api/v1/sessions", words, app)
                break
            except (Refused, StopIteration):
                # A restart of the store has ended the code.
                if self.is_over():
                    raise StopRun from None
                time.sleep(PAUSE)
        return Session(session["account"], session["access_token"], session["storefront"]["country_code"])

    def product(self, session, product):
        """Returns a product as the store would charge it to the customer now."""
        words = {"product_identifiers": [product]}
        answer = self.until_answered("POST", "/app-api/v1/products/query", words, session.fields)
        return answer["products"][0]

    def buy(self, session, product, token):
        """Buys a product, and returns the id of the order. Repeats the payment under the same key until it is answered."""
        offered = self.product(session, product)
        order = {
            "product_identifier": product, "price": offered["price"], "account": session.account,
            "country_code": session.country, "app_account_token": token,
        }
        if "introductory_price" in offered:
            order["introductory_price"] = offered["introductory_price"]
        fields = {**session.fields, "Idempotency-Key": str(uuid.uuid4())}
        return self.until_answered("POST", "/app-api/v1/orders", order, fields)["order_id"].lower()

    def history(self, session):
        return self.connection.request("GET", "/app-api/v1/history", fields=session.fields).decode()

    # MARK: What happens outside of the app

    def refund(self, order):
        self.until_answered("POST", f"/sandbox/orders/{order}/refund", {})

    def advance(self, session, seconds):
        """Moves the customer's clock forward. Returns whether the store has answered: the clock must not move twice."""
        path = f"/sandbox/accounts/{urllib.parse.quote(session.account)}/clock"
        try:
            self.connection.json("POST", path, {"advance_seconds": seconds})
            return True
        except (NoAnswer, Refused):
            return False


class Session:
    """A login of a customer."""

    def __init__(self, account, token, country):
        self.account = account
        self.country = country
        self.fields = {"Onside-App": APP, "Authorization": f"Bearer {token}"}


class PublisherServer:
    """The publisher's server, as one client of a backend."""

    def __init__(self, url, secret):
        self.connection = Connection(url)
        self.fields = {"Authorization": f"Bearer {secret}"}

    def validate(self, customer, history):
        return self.connection.json("POST", "/validate", {"customer": customer, "history": history}, self.fields)

    def entitlements(self, customer):
        path = f"/customers/{urllib.parse.quote(customer, safe='')}/entitlements"
        return self.connection.json("GET", path, fields=self.fields)["entitlements"]
