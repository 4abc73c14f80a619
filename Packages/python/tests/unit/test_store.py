"""Tests of orders and failures: their conversion from and to the driver's JSON."""

from datetime import datetime, timezone

from causeway.store import Failure, Order


def test_an_order_of_the_driver() -> None:
    order = Order.read({"order": "1", "product": "a", "date": "2026-11-26T19:21:06.687Z", "refunded": False,
                        "refundable": True})
    assert order.date == datetime(2026, 11, 26, 19, 21, 6, 687_000, timezone.utc)
    assert (order.id, order.product, order.is_refunded, order.is_refundable) == ("1", "a", False, True)


def test_a_date_without_milliseconds() -> None:
    order = Order.read({"order": "1", "product": "a", "date": "2026-11-26T19:21:06Z", "refunded": True,
                        "refundable": False})
    assert order.date.microsecond == 0


def test_a_failure_leaves_out_what_is_not_given() -> None:
    assert Failure("pay").payload == {"operation": "pay", "kind": "unavailable"}
    assert Failure("pay", "slow", times=0, seconds=2).payload == {
        "operation": "pay", "kind": "slow", "times": 0, "seconds": 2}
