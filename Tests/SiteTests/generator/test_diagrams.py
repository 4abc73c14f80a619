"""Diagrams are shown as tables, and stay text if they have a form that is not understood."""

import re
import unittest
from html import unescape

from support.site import diagrams


class DiagramTests(unittest.TestCase):
    def rows(self, source: str) -> list[list[str]]:
        html = diagrams.table(source) or ""
        found = [re.findall(r"<td.*?><div>(.*?)</div></td>", row) for row in html.split("<tr>")[2:]]
        return [[unescape(cell) for cell in row] for row in found]

    def test_a_sequence_is_a_list_of_messages(self) -> None:
        source = "sequenceDiagram\n  participant P as page\n  participant A as app\n  P->>A: ask(1)\n  A->>A: <think>\n  A-->>P: answer"
        self.assertEqual(self.rows(source), [
            ["1", "page", "app", "ask(1)"], ["2", "app", "itself", "<think>"], ["3", "app", "page", "answer"]])

    def test_states_are_a_list_of_transitions(self) -> None:
        source = "stateDiagram-v2\n  [*] --> asking: add\n  asking --> gone: no, or finish\n  gone --> [*]\n"
        self.assertEqual(self.rows(source), [
            ["the start", "asking", "add"], ["asking", "gone", "no, or finish"], ["gone", "the end", ""]])

    def test_a_graph_is_a_list_of_nodes_with_their_arrows(self) -> None:
        source = 'graph TD\n  A["A: the app"] --> B\n  A -- on Linux --> C["C: curl"]\n'
        self.assertEqual(self.rows(source), [["A", "the app", "B, C (on Linux)"], ["B", "", ""], ["C", "curl", ""]])

    def test_other_forms_are_not_guessed(self) -> None:
        self.assertIsNone(diagrams.table("pie\n  a: 1"))
        self.assertIsNone(diagrams.table("graph TD\n  A ==> B"))
        self.assertIsNone(diagrams.table("stateDiagram-v2\n  note right of A"))


if __name__ == "__main__":
    unittest.main()
