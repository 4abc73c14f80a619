"""Sessions, merchant tokens and existing ids, which schemathesis needs for the sandbox store to accept its requests."""

import base64
import hashlib
import hmac
import json
import os
import pathlib
import time
import urllib.parse
import urllib.request
import uuid
import zlib

import schemathesis

URL = os.environ["SANDBOX_URL"]
FOLDER = pathlib.Path(os.environ["SANDBOX_FOLDER"])
APP = "com.example.shop"


def post(path, body, headers={}, method="POST"):
    fields = {"Content-Type": "application/json", "Onside-App": APP, **headers}
    request = urllib.request.Request(URL + path, json.dumps(body).encode(), fields, method=method)
    with urllib.request.urlopen(request) as answer:
        return json.loads(answer.read() or b"null")


def log_in(email="ann@example.com"):
    sent = post("/app-api/v1/login-codes", {"email": email})
    code = next(message["code"] for message in inbox() if message["id"] == sent["id"])
    return post("/app-api/v1/sessions", {"login_code": sent["id"], "code": code})


def begin_sign_in():
    """Begins a login on the sign-in page, and returns the login's id and verifier."""
    verifier = str(uuid.uuid4()) + str(uuid.uuid4())
    challenge = encoded(hashlib.sha256(verifier.encode()).digest()).decode()
    body = {"provider": "google", "callback_scheme": APP, "state": verifier, "code_challenge": challenge}
    return post("/app-api/v1/sign-ins", body)["id"], verifier


def inbox():
    with urllib.request.urlopen(URL + "/sandbox/inbox") as answer:
        return json.loads(answer.read())["messages"]


# Do not cache tokens, because a cached token could belong to a session that another case has ended, or could contain a
# used `jti`.
@schemathesis.auth(refresh_interval=None).apply_to(path_regex="^/app-api/")
class Session:
    def get(self, case, context):
        return log_in()["access_token"]

    def set(self, case, data, context):
        case.headers["Authorization"] = f"Bearer {data}"


@schemathesis.auth(refresh_interval=None).apply_to(path_regex="^/merchant-api/v1/reports/")
class Reporter:
    def get(self, case, context):
        return api_key()

    def set(self, case, data, context):
        case.headers["Authorization"] = f"Bearer {data}"


@schemathesis.auth(refresh_interval=None).apply_to(path_regex="^/merchant-api/v1/purchases/")
class Merchant:
    def get(self, case, context):
        names = json.loads((FOLDER / "merchant.json").read_text())
        secret = (FOLDER / "merchant-secret").read_text().strip().encode()
        now = int(time.time())
        claims = {"iss": "onside", "aud": "onside", "sub": names["merchant_id"], "nbf": now, "exp": now + 30}
        parts = [{"alg": "HS256", "kid": names["key_id"]}, {**claims, "jti": str(uuid.uuid4())}]
        signed = b".".join(encoded(json.dumps(part).encode()) for part in parts)
        return (signed + b"." + encoded(hmac.new(secret, signed, hashlib.sha256).digest())).decode()

    def set(self, case, data, context):
        case.headers["Authorization"] = f"Bearer {data}"


def api_key():
    return (FOLDER / "merchant-api-key").read_text().strip()


def submit_report():
    """Submits a report, and returns its id."""
    body = {"created_at": "2026-11-30T18:05:00Z", "transactions": []}
    path = "/merchant-api/v1/reports/transactions"
    return post(path, body, {"Authorization": f"Bearer {api_key()}"})["report_id"]


def encoded(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=")


def buy(session):
    """Buys a subscription, which can be cancelled, and returns its original order's id."""
    session_headers = {"Authorization": f"Bearer {session['access_token']}"}
    identifiers = {"product_identifiers": ["lantern.monthly"]}
    product = post("/app-api/v1/products/query", identifiers, session_headers)["products"][0]
    headers = {**session_headers, "Idempotency-Key": str(uuid.uuid4())}
    order = post("/app-api/v1/orders", order_body(product, session), headers)
    return order["original_order_id"]


def add_good_card(session):
    headers = {"Authorization": f"Bearer {session['access_token']}"}
    return post("/app-api/v1/payment-methods", {"card_number": "4242 4242 4242 4242"}, headers)["id"]


def use_good_card(session):
    """Makes a card that is not declined the account's default one, because earlier cases may have changed the cards."""
    headers = {"Authorization": f"Bearer {session['access_token']}"}
    post(f"/app-api/v1/payment-methods/{add_good_card(session)}/default", {}, headers, method="PUT")


def order_body(product, session):
    body = {"product_identifier": product["product_identifier"], "account": session["account"]}
    body["country_code"] = session["storefront"]["country_code"]
    names = ["price", "introductory_price", "discounted_price"]
    return {**body, **{name: product[name] for name in names if name in product}}


def is_valid(case):
    return case.meta is not None and case.meta.generation.mode.is_positive


def shorten_token(case):
    """Cuts the token to 1,024 bytes of UTF-8, because a schema can limit only the number of characters."""
    if "app_account_token" in case.body:
        token = case.body["app_account_token"].encode()[:1024].decode(errors="ignore")
        case.body = {**case.body, "app_account_token": token}


def sends_half(case):
    """Returns whether a valid case is in the half that gets existing ids. The result is the same for the same seed."""
    if not is_valid(case):
        return False
    return zlib.crc32(repr((case.body, case.path_parameters)).encode()) % 2 == 0


@schemathesis.hook
def before_call(context, case, kwargs):
    """Gives half of the valid cases ids that exist in the store, because they would otherwise end with 404."""
    operation = case.operation.definition.raw["operationId"]
    if operation == "purchases":
        # Buy first, because schemathesis continues with the store's first purchase, and fails with its own error if
        # there is none.
        session = log_in()
        use_good_card(session)
        buy(session)
    # Use a separate account, whose cards no case changes.
    buyer = log_in("buyer@example.com")
    if operation == "pay" and is_valid(case):
        shorten_token(case)
    if not sends_half(case):
        return
    for name in ("order_id", "original_order_id"):
        if name in case.path_parameters:
            case.path_parameters[name] = buy(buyer)
    if operation == "reportState":
        case.query["report_id"] = submit_report()
    if operation == "setStorefront":
        case.path_parameters["account"] = log_in("bob@example.com")["account"]
        case.body = {**case.body, "country_code": "FR"}
    if operation == "setPrice":
        # Change the price of a product that the other cases do not buy.
        case.path_parameters["product_id"] = "lantern.yearly"
    if operation in ("setPayments", "accountClock", "setAccountClock"):
        case.path_parameters["account"] = log_in("bob@example.com")["account"]
    if operation in ("removePaymentMethod", "usePaymentMethod"):
        case.path_parameters["id"] = add_good_card(log_in())
    if operation == "logIn" and "sign_in" in case.body:
        sign_in, verifier = begin_sign_in()
        callback = post(f"/sandbox/sign-ins/{sign_in}", {"email": "dora@example.com"})["callback_url"]
        code = urllib.parse.parse_qs(urllib.parse.urlsplit(callback).query)["code"][0]
        case.body = {"sign_in": sign_in, "code": code, "code_verifier": verifier}
    elif operation == "logIn":
        sent = post("/app-api/v1/login-codes", {"email": "carl@example.com"})
        code = next(message["code"] for message in inbox() if message["id"] == sent["id"])
        case.body = {"login_code": sent["id"], "code": code}
    if operation == "completeSignIn":
        case.path_parameters["id"] = begin_sign_in()[0]
    if operation == "addPaymentMethod":
        case.body = {**case.body, "card_number": "4242424242424242"}
    if operation == "pay":
        session = log_in()
        headers = {"Authorization": f"Bearer {session['access_token']}"}
        identifiers = {"product_identifiers": ["lantern.coins.12"]}
        product = post("/app-api/v1/products/query", identifiers, headers)["products"][0]
        token = {name: case.body[name] for name in ("app_account_token",) if name in case.body}
        case.body = {**order_body(product, session), **token}


@schemathesis.hook
def after_call(context, case, response):
    """Removes simulated failures at once, because they would affect the following cases."""
    if case.operation.definition.raw["operationId"] == "setFailures" and response.status_code == 204:
        post("/sandbox/failures", {"failures": []}, method="PUT")
