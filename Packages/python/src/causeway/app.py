"""The app of a page."""

from __future__ import annotations

from typing import Any, Literal

from selenium.common.exceptions import TimeoutException
from selenium.webdriver.support.wait import WebDriverWait

from causeway.console import ConsoleLine
from causeway.messages import Call, Message, calls
from causeway.page import Page
from causeway.prompts import Prompts


class App:
    """The app of a page: its messages, its page's console, prompts, events and profile."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._profile: str | dict[str, Any] = page.options.get("profile", {})
        self.prompts = Prompts(page)

    def messages(self, since: int = 0) -> list[Message]:
        """Returns the messages whose number is greater than `since`, oldest first."""
        return [Message.read(line) for line in self._page.ask_driver(f"messages?since={since}")["messages"]]

    def console(self, since: int = 0) -> list[ConsoleLine]:
        """Returns the lines of the page's console whose number is greater than `since`, oldest first."""
        return [ConsoleLine.read(line) for line in self._page.ask_driver(f"console?since={since}")["lines"]]

    def calls(self, name: str | None = None, *, protocol: str | None = None) -> list[Call]:
        """Returns the page's calls of the app so far, oldest first.

        Arguments: the name of the called function, and its protocol; None for all.
        """
        return [
            call for call in calls(self.messages())
            if name in (None, call.name) and protocol in (None, call.request.protocol)
        ]

    def wait_for_call(self, name: str, *, protocol: str | None = None, timeout: float = 10.0) -> Call:
        """Waits until the app has answered the newest call of a function, and returns the call.

        Raises Selenium's TimeoutException after `timeout` seconds, which names the page's calls.
        """
        __tracebackhide__ = True

        def answered(_: Page) -> Call | Literal[False]:
            newest = self.calls(name, protocol=protocol)[-1:]
            return newest[0] if newest and newest[0].reply else False

        try:
            return WebDriverWait(self._page, timeout, poll_frequency=0.05).until(answered)
        except TimeoutException:
            made = ", ".join(call.name + ("" if call.reply else " (no answer)") for call in self.calls())
            raise TimeoutException(
                f"the app has answered no call of {name} within {timeout:g} s; the page's calls: {made or 'none'}"
            ) from None

    def send(self, event: str, data: Any = None, *, protocol: str | None = None) -> int:
        """Sends an event of the app to the page. Returns the number of pages that got it.

        `protocol` is needed only if several protocols of the session have events.
        """
        pages: int = self._page.tell_driver("event", name=event, data=data, protocol=protocol)["pages"]
        return pages

    @property
    def profile(self) -> str | dict[str, Any]:
        """The profile of the app, or its path. Assign another profile to change the app's answers from then on."""
        return self._profile

    @profile.setter
    def profile(self, profile: str | dict[str, Any]) -> None:
        self._page.tell_driver("profile", profile=profile)
        self._profile = profile
