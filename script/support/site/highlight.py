"""Blocks of code: colored by Pygments, with a label and a button that copies the code."""

from html import escape

from pygments import highlight as pygments_highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import get_lexer_by_name, get_lexer_for_filename
from pygments.util import ClassNotFound

_FORMATTER = HtmlFormatter(nowrap=True)
_LABELS = {
    "c": "C", "csharp": "C#", "java": "Java", "js": "JavaScript", "json": "JSON", "swift": "Swift", "ts": "TypeScript",
    "xml": "XML", "html": "HTML", "mermaid": "Diagram as text", "console": "Terminal", "bash": "Terminal", "text": "Text",
}


def colored(code: str, language: str) -> str:
    """Returns the code as HTML. Code in a language that Pygments does not know has no colors."""
    try:
        lexer = get_lexer_by_name(language, stripnl=False)
    except ClassNotFound:
        return escape(code, quote=False)
    return str(pygments_highlight(code, lexer, _FORMATTER)).rstrip("\n")


def language_of(name: str) -> str:
    """Returns Pygments' name of a file's language, or `text`."""
    try:
        return str(get_lexer_for_filename(name).aliases[0])
    except (ClassNotFound, IndexError):
        return "text"


def block(code: str, language: str, label: str | None = None) -> str:
    """Returns a block of code as HTML. The label is a file's name, or by default the language."""
    code = code.rstrip("\n")
    shown = label or _LABELS.get(language, language)
    return (
        f'<figure class="code" data-language="{escape(language)}"><figcaption>{escape(shown)}</figcaption>'
        f'<pre tabindex="0"><code>{colored(code, language)}</code></pre></figure>\n')
