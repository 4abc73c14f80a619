"""The three pages of the tests: the newspaper, and the store's pages with the orders and the clock."""

from __future__ import annotations

from selenium.common.exceptions import NoSuchFrameException
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webdriver import WebDriver
from selenium.webdriver.support import expected_conditions
from selenium.webdriver.support.wait import WebDriverWait

# The timeout of a step, in seconds. It is long, because a machine of a CI system may be busy.
_TIMEOUT = 30


class Paper:
    """The newspaper."""

    def __init__(self, browser: WebDriver, address: str) -> None:
        self.browser = browser
        self.address = address
        browser.implicitly_wait(_TIMEOUT)

    def open(self) -> None:
        """Opens the newspaper, also after a visit to another page."""
        self.browser.get(self.address)
        self.wait_until_ready()

    def wait_until_ready(self) -> None:
        """Waits until the page has asked its server which articles the reader has."""
        self.browser.find_element(By.CSS_SELECTOR, "#check:enabled:not([aria-busy])")

    def notice(self, state: str) -> str:
        """Waits for a state of the page (paper.js lists them), and returns the text of the status line."""
        self.browser.find_element(By.CSS_SELECTOR, f"body[data-state={state}] #check:not([aria-busy])")
        return self.browser.find_element(By.ID, "notice").text

    def press_session(self) -> None:
        """Presses "Log in" or "Log out"."""
        self.browser.find_element(By.CSS_SELECTOR, "#session:enabled").click()

    def is_logged_in(self) -> bool:
        return self.browser.find_element(By.ID, "session").text == "Log out"

    def check_again(self) -> None:
        self.browser.find_element(By.CSS_SELECTOR, "#check:enabled").click()

    def choose_reader(self, name: str) -> None:
        self.browser.find_element(By.XPATH, f"//select[@id='reader']/option[text()='{name}']").click()

    def buy(self, article: str) -> None:
        """Presses the button that buys or subscribes."""
        self.browser.find_element(By.CSS_SELECTOR, f"#{article} .buy:enabled").click()

    def wait_for_article(self, article: str, state: str) -> None:
        """Waits until an article is `open`, `locked`, `refunded`, `expired` or `another`."""
        self.browser.find_element(By.CSS_SELECTOR, f"#{article}[data-stand={state}]")

    def text(self, article: str) -> str:
        """Returns the visible text of an article."""
        return self.browser.find_element(By.ID, article).text

    def path(self) -> list[str | None]:
        """Returns the state of each station on the path of the purchase."""
        stations = self.browser.find_elements(By.CSS_SELECTOR, "#way li")
        return [station.get_attribute("data-mark") for station in stations]


class StorePages:
    """The store's pages with the orders and the clock."""

    def __init__(self, browser: WebDriver, address: str) -> None:
        self.browser = browser
        self.address = address

    def open_orders(self) -> None:
        self.browser.get(f"{self.address}/orders")

    def states(self) -> list[str]:
        """Returns the state of each order, newest first."""
        return [state.text for state in self.browser.find_elements(By.CSS_SELECTOR, "tr .state")]

    def refund(self) -> None:
        """Refunds the newest order that can be refunded, and confirms it."""
        self.browser.find_element(By.CSS_SELECTOR, "details.confirm summary").click()
        self.browser.find_element(By.CSS_SELECTOR, "details[open] button.danger").click()
        self._wait_for(By.CSS_SELECTOR, ".state.revoked")

    def cancel(self) -> None:
        """Cancels the subscription, which then ends with its period."""
        self.browser.find_element(By.XPATH, "//button[text()='Cancel']").click()
        self._wait_for(By.CSS_SELECTOR, ".state.ending")

    def advance_a_month(self) -> None:
        """Moves the store's clock forward, on its page."""
        self.browser.get(f"{self.address}/clock")
        before = self._time()
        self.browser.find_element(By.CSS_SELECTOR, "button[value=month]").click()
        self._wait_for(By.XPATH, f"//main//time[@data-now >= {before + 28 * 86_400_000}]")

    def _wait_for(self, by: str, value: str) -> None:
        """Waits for an element of the page that follows a form."""
        # The wait may begin on the page with the form. When that page goes away, its search fails; ignore this error.
        wait = WebDriverWait(self.browser, _TIMEOUT, ignored_exceptions=[NoSuchFrameException])
        wait.until(expected_conditions.presence_of_element_located((by, value)))

    def _time(self) -> int:
        """Returns the store's time, in milliseconds."""
        return int(self.browser.find_element(By.CSS_SELECTOR, "main time").get_attribute("data-now") or "")
