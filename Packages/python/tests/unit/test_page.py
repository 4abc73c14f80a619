"""The requests of a page to its driver."""

from collections.abc import Iterator

import pytest
from selenium.common.exceptions import TimeoutException
from stub_driver import StubDriver
from urllib3.exceptions import HTTPError, ReadTimeoutError

from causeway import App, Page, page, prompts


@pytest.fixture
def driver() -> Iterator[StubDriver]:
    with StubDriver() as driver:
        yield driver


@pytest.fixture
def shop(driver: StubDriver) -> Iterator[Page]:
    shop = Page(driver.url, {})
    yield shop
    shop.end()


def test_a_command_without_an_answer_is_sent_once(driver: StubDriver, shop: Page) -> None:
    driver.is_dropping = True
    with pytest.raises(HTTPError):
        shop.title
    assert driver.requests == ["GET /title"]


def test_a_request_timeout_is_for_its_block_only(driver: StubDriver, shop: Page) -> None:
    driver.is_page_busy = True
    with pytest.raises(ReadTimeoutError, match="read timeout=1"), shop.request_timeout(0.5):
        shop.title
    # Outside of the block, a request may take longer.
    with pytest.raises(TimeoutException, match="no such prompt appeared"):
        shop.tell_driver("prompts", timeout=1_500)


@pytest.mark.parametrize("wait", ["next", "approve"])
def test_a_wait_for_a_prompt_may_be_longer_than_other_requests(
    driver: StubDriver, monkeypatch: pytest.MonkeyPatch, wait: str
) -> None:
    for module in [page, prompts]:
        monkeypatch.setattr(module, "REQUEST_TIMEOUT", 1)
    shop = Page(driver.url, {})
    app = App(shop)
    with pytest.raises(TimeoutException, match="no such prompt appeared"):
        {"next": app.prompts.next, "approve": app.prompts.payment.approve}[wait](timeout=1.5)
    shop.end()
