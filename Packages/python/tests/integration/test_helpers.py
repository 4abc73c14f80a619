"""The fixtures page, app and store, with `causeway driver`. Run them with `--causeway=PROGRAM`."""

import re
from datetime import timedelta
from pathlib import Path
from typing import cast, get_args

import pytest
from selenium.common.exceptions import InvalidArgumentException, TimeoutException, WebDriverException
from selenium.webdriver.common.by import By

from causeway import App, Failure, Page, Row, SessionOptions, Store, options

EXAMPLES = Path(__file__).resolve().parents[4] / "Examples"
EVERY_STORY = "button[aria-label^='Every story']:enabled"


@pytest.mark.causeway(
    page=str(EXAMPLES / "onside"), catalog=str(EXAMPLES / "onside/shop.storekit"), profile={"answer": "ask"})
def test_a_shop(page: Page, app: App, store: Store) -> None:
    page.implicitly_wait(30)

    # A login.
    page.find_element(By.CSS_SELECTOR, "#session:enabled").click()
    login = app.prompts.login.log_in("reader@example.com")
    assert (login.kind, login.protocol, login.origin) == ("login", "onside", "causeway://page.localhost")
    assert app.wait_for_call("requestLogin").failure is None

    # A payment that is declined, and one that is approved.
    page.find_element(By.CSS_SELECTOR, EVERY_STORY).click()
    prompt = app.prompts.next()
    assert app.prompts.waiting() == [prompt]
    assert prompt.product == "lantern.shelf" and Row("Product", "Every story") in prompt.rows
    prompt.decline()
    page.find_element(By.CSS_SELECTOR, EVERY_STORY).click()
    assert app.prompts.payment.wait().id != prompt.id
    assert app.prompts.payment.approve().product == "lantern.shelf"
    page.find_element(By.XPATH, "//*[@class='way'][text()='Read']")
    purchases = app.calls("purchase", protocol="onside")
    assert [call.parameters["productIdentifier"] for call in purchases] == ["lantern.shelf"] * 2
    assert app.calls("purchase", protocol="today") == []
    assert [message.number for message in app.messages(since=3)][:2] == [4, 5]

    # The order, and its refund.
    [order] = store.orders()
    assert (order.product, order.is_refunded, order.is_refundable) == ("lantern.shelf", False, True)
    assert store.refund(order) == order.id
    assert store.orders()[0].is_refunded
    with pytest.raises(InvalidArgumentException):
        store.refund(product="lantern.shelf")
    assert timedelta(0) <= store.orders()[0].date - order.date < timedelta(seconds=1)

    # Failures, and the clock that a catalog does not have.
    store.fail_each([Failure("pay"), Failure("products", "connectionError")])
    store.recover()
    with pytest.raises(InvalidArgumentException, match="sendLoginCode"):
        store.fail("cook")
    with pytest.raises(WebDriverException, match="no clock"):
        store.advance(days=31)

    # The profile.
    assert app.profile == {"answer": "ask"}
    app.profile = {"answer": "decline"}
    assert app.profile == {"answer": "decline"}
    with pytest.raises(TimeoutException, match="no such prompt"):
        app.prompts.payment.approve(timeout=0.05)
    with pytest.raises(TimeoutException, match="the page's calls: initializeOnside"):
        app.wait_for_call("cook", timeout=0.05)


@pytest.mark.causeway(page=str(EXAMPLES / "gbg"), platform="android", size="400x700")
def test_an_event_of_the_app(app: App) -> None:
    assert app.send("test.event", {"a": 1}) == 1
    [event] = [message for message in app.messages() if message.name == "test.event"]
    assert (event.direction, event.protocol) == ("app→page", "gbg")


@pytest.mark.causeway(device="nokia")
def test_a_value_that_the_driver_refuses(request: pytest.FixtureRequest) -> None:
    with pytest.raises(pytest.fail.Exception, match='device: "nokia" is not one of iphone-se'):
        request.getfixturevalue("page")


def test_the_choices_are_those_of_the_driver(causeway_driver: str) -> None:
    for name, choices, wrong in [("protocols", options.Protocol, ["none"]), ("platform", options.Platform, "none")]:
        with pytest.raises(WebDriverException) as caught:
            Page(causeway_driver, cast(SessionOptions, {name: wrong}))
        assert re.search(f"one of {', '.join(get_args(choices))}($|[^,\\w])", caught.value.msg or ""), caught.value.msg
