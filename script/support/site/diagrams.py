"""Diagrams in the language Mermaid as tables, because the site loads no program that draws them.

Understands the forms that the guides use: `graph`, `stateDiagram-v2` and `sequenceDiagram`.
"""

import re
from html import escape

_NODE = r'(?P<{0}>[^\s\[:]+|\[\*\])(\["(?P<{0}_text>.*?)"\])?'
_EDGE = re.compile(
    _NODE.format("source") + r" --( (?P<label>.*?) --)?> " + _NODE.format("target") + r"(: (?P<event>.*))?")
_PARTICIPANT = re.compile(r"participant (?P<short>\w+) as (?P<name>.+)")
_MESSAGE = re.compile(r"(?P<source>\w+)--?>>(?P<target>\w+): (?P<text>.+)")


def table(source: str) -> str | None:
    """Returns a diagram as a table, or None if it has a line that this module does not understand."""
    kind, *lines = [line.strip() for line in source.strip().split("\n") if line.strip()] or [""]
    if kind == "sequenceDiagram":
        return _sequence(lines)
    if kind == "stateDiagram-v2":
        return _states(lines)
    return _graph(lines) if kind.startswith("graph ") else None


def _sequence(lines: list[str]) -> str | None:
    names: dict[str, str] = {}
    rows: list[list[str]] = []
    for line in lines:
        if match := _PARTICIPANT.fullmatch(line):
            names[match["short"]] = match["name"]
        elif match := _MESSAGE.fullmatch(line):
            source, target = (names.get(match[side], match[side]) for side in ("source", "target"))
            rows.append([str(len(rows) + 1), source, "itself" if source == target else target, match["text"]])
        else:
            return None
    return _table(["", "from", "to", "message or step"], rows)


def _states(lines: list[str]) -> str | None:
    rows = []
    for line in lines:
        match = _EDGE.fullmatch(line)
        if not match:
            return None
        source = "the start" if match["source"] == "[*]" else match["source"]
        target = "the end" if match["target"] == "[*]" else match["target"]
        rows.append([source, target, match["event"] or ""])
    return _table(["from", "to", "when"], rows)


def _graph(lines: list[str]) -> str | None:
    """Returns a row for each node, with the nodes to which its arrows lead."""
    texts: dict[str, str] = {}
    arrows: dict[str, list[str]] = {}
    for line in lines:
        match = _EDGE.fullmatch(line)
        if not match:
            return None
        for side in ("source", "target"):
            arrows.setdefault(match[side], [])
            if match[f"{side}_text"]:
                texts[match[side]] = match[f"{side}_text"].removeprefix(f"{match[side]}: ")
        arrows[match["source"]].append(match["target"] + (f" ({match['label']})" if match["label"] else ""))
    rows = [[name, texts.get(name, ""), ", ".join(targets)] for name, targets in arrows.items()]
    return _table(["", "what it is", "arrows to"], rows)


def _table(headers: list[str], rows: list[list[str]]) -> str:
    head = "".join(f"<th>{escape(header)}</th>" for header in headers)
    body = "".join(
        "<tr>" + "".join(
            f'<td data-header="{escape(header)}"><div>{escape(cell, quote=False)}</div></td>'
            for header, cell in zip(headers, row, strict=True)) + "</tr>"
        for row in rows)
    return f'<div class="table wide diagram"><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>\n'
