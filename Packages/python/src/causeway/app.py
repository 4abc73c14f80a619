"""The app of a page."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal

from selenium.common.exceptions import TimeoutException
from selenium.webdriver.support.wait import WebDriverWait

from causeway.console import ConsoleLine
from causeway.messages import Call, Message, calls
from causeway.page import Page
from causeway.prompts import Prompts

# A number that no message reaches; the largest that the driver accepts.
_ABOVE_ALL = 10**15


class App:
    """The app of a page: its messages, its page's console, prompts, events and profile."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._profile: str | dict[str, Any] = page.options.get("profile", {})
        # The number of the call that the last wait has returned, for each name and protocol.
        self._waited: dict[tuple[str, str | None], int] = {}
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
        return _matching(self.messages(), name, protocol)

    @property
    def last_number(self) -> int:
        """The number of the newest message so far; 0 without messages. It is for `since`."""
        # Ask for the messages after a number that none has reached: the answer then has no messages, only the number of
        # the newest one.
        last: int = self._page.ask_driver(f"messages?since={_ABOVE_ALL}")["last"]
        return last

    def wait_for_call(
        self, name: str, *, protocol: str | None = None, since: int | None = None, timeout: float = 10.0
    ) -> Call:
        """Waits until the app has answered the next call of a function, and returns the call.

        The next call is the first one whose number is greater than `since`. Without `since`, it is the first one after
        the call that the previous wait for the same function has returned, so that each wait returns another call.

        Raises Selenium's TimeoutException after `timeout` seconds, which names the page's calls.
        """
        __tracebackhide__ = True
        start = self._waited.get((name, protocol), 0) if since is None else since
        messages: list[Message] = []

        def answered(_: Page) -> Call | Literal[False]:
            messages.extend(self.messages(since=messages[-1].number if messages else start))
            call = next(iter(_matching(messages, name, protocol)), None)
            return call if call and call.reply else False

        try:
            call = WebDriverWait(self._page, timeout, poll_frequency=0.05).until(answered)
        except TimeoutException:
            made = ", ".join(call.name + ("" if call.reply else " (no answer)") for call in calls(messages))
            after = f" after message {start}" if start else ""
            raise TimeoutException(
                f"the app has answered no call of {name}{after} within {timeout:g} s; the page's calls{after}: "
                f"{made or 'none'}"
            ) from None
        self._waited[name, protocol] = max(call.number, self._waited.get((name, protocol), 0))
        return call

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


def _matching(messages: Iterable[Message], name: str | None, protocol: str | None) -> list[Call]:
    return [
        call for call in calls(messages)
        if name in (None, call.name) and protocol in (None, call.request.protocol)
    ]
