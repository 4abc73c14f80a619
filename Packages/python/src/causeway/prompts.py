"""The prompts of an app to its user, and the answers of a test."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from causeway.page import REQUEST_TIMEOUT, Page

Kind = Literal["login", "payment", "paymentMethods", "approval", "picture"]

# In seconds. Longer than the driver's own default, because a machine of a CI system may be busy.
_TIMEOUT = 10.0
# The time for the driver's answer after the timeout of a prompt, in seconds.
_MARGIN = 30.0


@dataclass(frozen=True)
class Row:
    """A line of a prompt, such as the price."""

    label: str
    value: str


@dataclass(frozen=True)
class Prompt:
    """A question of the app to its user."""

    id: str
    kind: Kind
    protocol: str
    title: str
    origin: str | None
    """The origin of the page that caused the prompt; None if the app itself asks."""
    rows: list[Row]
    claims: list[Row]
    """The page's description of itself; the app has not checked it."""
    warning: str | None
    product: str | None
    """The product identifier of a payment."""
    price: str | None
    """The price of a payment, as the user sees it."""
    _page: Page = field(repr=False, compare=False)

    @classmethod
    def read(cls, page: Page, value: Mapping[str, Any]) -> Prompt:
        """Returns the prompt that the driver's answer describes."""
        return cls(
            id=value["id"], kind=value["kind"], protocol=value["protocol"], title=value["title"],
            origin=(value.get("requester") or {}).get("origin"), rows=[Row(**row) for row in value["rows"]],
            claims=[Row(**row) for row in value["claims"]], warning=value.get("warning"),
            product=value.get("product"), price=value.get("price"), _page=page)

    def approve(self) -> None:
        """Approves the prompt."""
        self._page.tell_driver("prompts", id=self.id, answer="approve")

    def decline(self) -> None:
        """Declines the prompt."""
        self._page.tell_driver("prompts", id=self.id, answer="decline")


class PromptsOfKind:
    """The prompts of one kind.

    Each method waits for the first prompt of the kind, answers it, and returns it. If there is no such
    prompt within `timeout` seconds, the method raises Selenium's TimeoutException, which lists the prompts that wait.
    """

    def __init__(self, page: Page, kind: Kind) -> None:
        self._page = page
        self._kind = kind

    def wait(self, *, timeout: float = _TIMEOUT, title: str | None = None) -> Prompt:
        """Waits for a prompt without answering it. `title` is a part of its title."""
        return self._answer(None, timeout, title=title)

    def approve(self, *, timeout: float = _TIMEOUT, title: str | None = None) -> Prompt:
        """Approves the next prompt."""
        return self._answer("approve", timeout, title=title)

    def decline(self, *, timeout: float = _TIMEOUT, title: str | None = None) -> Prompt:
        """Declines the next prompt."""
        return self._answer("decline", timeout, title=title)

    def _answer(self, answer: str | None, timeout: float, **parameters: Any) -> Prompt:
        return _awaited(self._page, timeout, kind=self._kind, answer=answer, **parameters)


class LoginPrompts(PromptsOfKind):
    """The prompts for a login."""

    def log_in(self, email: str, *, timeout: float = _TIMEOUT) -> Prompt:
        """Logs in with an address."""
        return self._answer("approve", timeout, email=email)


class PaymentPrompts(PromptsOfKind):
    """The prompts for a payment, or for payment methods."""

    def fail(self, *, timeout: float = _TIMEOUT) -> Prompt:
        """Lets the next prompt fail, as if the app could not show it."""
        return self._answer("fail", timeout)


class PicturePrompts(PromptsOfKind):
    """The prompts for a picture."""

    def take(self, picture: str | os.PathLike[str], *, timeout: float = _TIMEOUT) -> Prompt:
        """Answers with a picture from a file."""
        return self._answer("approve", timeout, picture=os.path.abspath(picture))


class Prompts:
    """The prompts of the app. They wait for the test if the profile has `"answer": "ask"`."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self.login = LoginPrompts(page, "login")
        self.payment = PaymentPrompts(page, "payment")
        self.payment_methods = PaymentPrompts(page, "paymentMethods")
        self.approval = PromptsOfKind(page, "approval")
        self.picture = PicturePrompts(page, "picture")

    def next(self, *, timeout: float = _TIMEOUT) -> Prompt:
        """Waits for the first prompt of any kind, without answering it."""
        return _awaited(self._page, timeout)

    def waiting(self) -> list[Prompt]:
        """Returns the prompts that wait for an answer, oldest first."""
        return [Prompt.read(self._page, value) for value in self._page.ask_driver("prompts")]


def _awaited(page: Page, timeout: float, **parameters: Any) -> Prompt:
    """Waits until the driver has found a prompt, or reports that there is none."""
    with page.request_timeout(max(REQUEST_TIMEOUT, timeout + _MARGIN)):
        return Prompt.read(page, page.tell_driver("prompts", timeout=round(timeout * 1_000), **parameters))
