"""The store of an app."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from causeway.page import Page


@dataclass(frozen=True)
class Order:
    """An order of the store."""

    id: str
    product: str
    """The product identifier."""
    date: datetime
    is_refunded: bool
    is_refundable: bool

    @classmethod
    def read(cls, value: Mapping[str, Any]) -> Order:
        """Returns the order that the driver's answer describes."""
        return cls(
            id=value["order"], product=value["product"], date=_date(value["date"]), is_refunded=value["refunded"],
            is_refundable=value["refundable"])


@dataclass(frozen=True)
class Failure:
    """A failure that the store simulates. docs/webdriver.md lists the operations and kinds."""

    operation: str
    kind: str = "unavailable"
    times: int | None = None
    """The number of calls that fail; None for all. Not for the store of a catalog."""
    seconds: float | None = None
    """The delay of the kind `slow`. Not for the store of a catalog."""

    @property
    def payload(self) -> dict[str, Any]:
        """The failure as JSON for the driver."""
        return {name: value for name, value in vars(self).items() if value is not None}


class Store:
    """The store of a session that has a `catalog`, or a `store` and an `app`."""

    def __init__(self, page: Page) -> None:
        self._page = page

    def orders(self) -> list[Order]:
        """Returns the orders, newest first."""
        return [Order.read(value) for value in self._page.ask_driver("store/orders")]

    def refund(self, order: Order | str | None = None, *, product: str | None = None) -> str:
        """Refunds an order, or the newest order of a product, or the newest order. Returns the id of the order."""
        wanted = order.id if isinstance(order, Order) else order
        refunded: str = self._page.tell_driver("store/refund", order=wanted, product=product)["order"]
        return refunded

    def advance(self, *, days: float = 0, hours: float = 0, minutes: float = 0, seconds: float = 0) -> datetime:
        """Moves the store's clock forward, and returns its time. The store of a catalog has no clock."""
        step = timedelta(days=days, hours=hours, minutes=minutes, seconds=seconds)
        return _date(self._page.tell_driver("store/clock", advance=step.total_seconds())["now"])

    def fail(
        self, operation: str, kind: str = "unavailable", *, times: int | None = None, seconds: float | None = None
    ) -> None:
        """Lets calls of an operation fail. Replaces the earlier failures."""
        self.fail_each([Failure(operation, kind, times, seconds)])

    def fail_each(self, failures: Iterable[Failure]) -> None:
        """Lets calls of several operations fail. Replaces the earlier failures."""
        self._page.tell_driver("store/failures", failures=[failure.payload for failure in failures])

    def recover(self) -> None:
        """Ends all failures."""
        self.fail_each([])


def _date(text: str) -> datetime:
    # Before version 3.11, Python does not read the letter Z as UTC.
    return datetime.fromisoformat(text.replace("Z", "+00:00"))
