"""The messages of a page, and its calls."""

from typing import Any

from causeway.messages import Call, Message, calls


def message(number: int, kind: str, name: str, call: int, **members: Any) -> Message:
    direction = "page→app" if kind == "request" else "app→page"
    line = {"number": number, "direction": direction, "kind": kind, "name": name, "call": call, "document": "#1",
            "protocol": "onside", **members}
    return Message.read(line)


def test_a_call_has_its_reply() -> None:
    [call] = calls([message(1, "request", "purchase", 3, body={"id": "a"}), message(2, "reply", "purchase", 3, body=1)])
    assert (call.name, call.parameters, call.result, call.failure) == ("purchase", {"id": "a"}, 1, None)


def test_a_call_without_a_reply() -> None:
    request = message(1, "request", "purchase", 3)
    assert calls([request, message(2, "reply", "other", 4)]) == [Call(request, None)]
    assert calls([request])[0].result is None


def test_a_failed_call() -> None:
    [call] = calls([message(1, "request", "purchase", 3), message(2, "reply", "purchase", 3, failure="FAILED")])
    assert call.failure == "FAILED"


def test_calls_of_two_documents_are_different() -> None:
    messages = [message(1, "request", "a", 1), message(2, "reply", "a", 1, body="first"),
                message(3, "request", "a", 1, document="#2")]
    assert [call.result for call in calls(messages)] == ["first", None]


def test_calls_of_the_app_are_no_calls_of_the_page() -> None:
    assert calls([message(1, "call", "events", 1), message(2, "event", "handlers", 2)]) == []


def test_a_message_without_a_name() -> None:
    opened = Message.read({"number": 1, "direction": "page→app", "kind": "opened", "mainFrame": True})
    assert (opened.name, opened.protocol, opened.body) == (None, None, None)
    assert opened.line["mainFrame"] is True
