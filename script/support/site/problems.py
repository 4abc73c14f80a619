"""The mistakes that the generator finds, each with its file and line."""

from dataclasses import dataclass, field


@dataclass
class Problems:
    """Collects mistakes, so that one run reports all of them."""

    messages: list[str] = field(default_factory=list)

    def add(self, file: str, line: int, message: str) -> None:
        self.messages.append(f"{file}:{line}: {message}")
