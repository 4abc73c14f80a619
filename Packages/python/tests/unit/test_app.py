"""The waits of an app for calls of its page."""

from collections.abc import Iterator
from typing import Any

import pytest
from selenium.common.exceptions import TimeoutException
from stub_driver import StubDriver

from causeway import App, Page


@pytest.fixture
def driver() -> Iterator[StubDriver]:
    with StubDriver() as driver:
        yield driver


@pytest.fixture
def app(driver: StubDriver) -> Iterator[App]:
    page = Page(driver.url, {})
    yield App(page)
    page.end()


def request(driver: StubDriver, name: str, call: int, protocol: str = "onside") -> None:
    add(driver, "page→app", "request", name, call, protocol)


def reply(driver: StubDriver, name: str, call: int, protocol: str = "onside") -> None:
    add(driver, "app→page", "reply", name, call, protocol)


def add(driver: StubDriver, direction: str, kind: str, name: str, call: int, protocol: str) -> None:
    line: dict[str, Any] = {"number": len(driver.messages) + 1, "direction": direction, "kind": kind, "name": name,
                            "protocol": protocol, "call": call, "document": "#1", "body": call}
    driver.messages.append(line)


def test_each_wait_returns_another_call(driver: StubDriver, app: App) -> None:
    request(driver, "purchase", 1)
    reply(driver, "purchase", 1)
    assert app.wait_for_call("purchase").result == 1
    # The page has not made its second call yet, as after a click whose handler waits.
    with pytest.raises(TimeoutException, match="no call of purchase after message 1 within"):
        app.wait_for_call("purchase", timeout=0.05)
    request(driver, "purchase", 2)
    reply(driver, "purchase", 2)
    assert app.wait_for_call("purchase").result == 2


def test_waits_for_other_functions_and_protocols_are_independent(driver: StubDriver, app: App) -> None:
    for name, call, protocol in [("login", 1, "onside"), ("login", 2, "link"), ("products", 3, "onside")]:
        request(driver, name, call, protocol)
        reply(driver, name, call, protocol)
    assert app.wait_for_call("products").result == 3
    assert app.wait_for_call("login", protocol="link").result == 2
    assert app.wait_for_call("login", protocol="onside").result == 1


def test_a_wait_since_a_message_skips_earlier_calls(driver: StubDriver, app: App) -> None:
    assert app.last_number == 0
    request(driver, "purchase", 1)
    reply(driver, "purchase", 1)
    before = app.last_number
    assert before == 2
    for call in [2, 3]:
        request(driver, "purchase", call)
        reply(driver, "purchase", call)
    purchase = app.wait_for_call("purchase", since=before)
    assert (purchase.result, purchase.number) == (2, 3)
    assert app.wait_for_call("purchase", since=purchase.number).result == 3


def test_a_wait_reads_each_message_once(driver: StubDriver, app: App) -> None:
    request(driver, "purchase", 1)
    with pytest.raises(TimeoutException, match=r"the page's calls: purchase \(no answer\)$"):
        app.wait_for_call("purchase", timeout=0.2)
    first, *others = [one for one in driver.requests if one.startswith("GET /causeway/messages")]
    assert first.endswith("?since=0")
    assert others and all(one.endswith("?since=1") for one in others)


def test_a_wait_for_a_call_that_has_no_reply_yet(driver: StubDriver, app: App) -> None:
    request(driver, "purchase", 1)
    with pytest.raises(TimeoutException):
        app.wait_for_call("purchase", timeout=0.05)
    reply(driver, "purchase", 1)
    assert app.wait_for_call("purchase").result == 1
