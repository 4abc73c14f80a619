"""The messages between a page and its app."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

Direction = Literal["page→app", "app→page"]


@dataclass(frozen=True)
class Message:
    """A message between the page and its app, in the form of a line of a trace. Secrets are redacted."""

    number: int
    """The position among the session's messages, from 1."""
    direction: Direction
    kind: str
    """The kind, such as `request`, `reply`, `event` or `call`."""
    name: str | None
    protocol: str | None
    body: Any
    failure: str | None
    """The reason if the app did not do what the page asked for."""
    line: Mapping[str, Any]
    """All members of the line."""

    @classmethod
    def read(cls, line: Mapping[str, Any]) -> Message:
        """Returns the message that a line of `GET messages` describes."""
        return cls(
            number=line["number"], direction=line["direction"], kind=line["kind"], name=line.get("name"),
            protocol=line.get("protocol"), body=line.get("body"), failure=line.get("failure"), line=line)


@dataclass(frozen=True)
class Call:
    """A request of the page, and the app's reply."""

    request: Message
    reply: Message | None
    """The reply; None if the app has not answered yet."""

    @property
    def number(self) -> int:
        """The number of the request among the session's messages."""
        return self.request.number

    @property
    def name(self) -> str:
        """The name of the called function, such as `purchase`."""
        return self.request.name or ""

    @property
    def parameters(self) -> Any:
        """The parameters of the page."""
        return self.request.body

    @property
    def result(self) -> Any:
        """The body of the app's reply; None without a reply or a body."""
        return self.reply.body if self.reply else None

    @property
    def failure(self) -> str | None:
        """The reason why the call failed; None if it has not failed."""
        return self.reply.failure if self.reply else None


def calls(messages: Iterable[Message]) -> list[Call]:
    """Returns the page's requests with their replies, oldest first."""
    requests: list[Message] = []
    replies: dict[tuple[object, ...], Message] = {}
    for message in messages:
        if message.kind == "request" and message.direction == "page→app":
            requests.append(message)
        elif message.kind == "reply" and message.direction == "app→page":
            replies[_key(message)] = message
    return [Call(request, replies.get(_key(request))) for request in requests]


def _key(message: Message) -> tuple[object, ...]:
    # Each document counts its calls from 1, in each protocol.
    return message.line.get("document"), message.protocol, message.name, message.line.get("call")
