"""Programs that test the check itself: the compiler must refuse some of them and must accept the others."""

import re

from . import standard_library
from .platform import STAND_INS
from .tasks import Task

PROBES = STAND_INS / "Probes"


def parts(file):
    """Yields the parts of a file: the file's first lines, which all parts share, the condition, the words of the
    expected error, and the part's own lines.

    A part begins with a line `// refused: WORDS`. With `// refused on iOS: WORDS` it is for one platform only, and with
    `// refused on oldest: WORDS` for the oldest deployment target only.
    """
    first, *rest = re.split(r"^// refused", file.read_text(), flags=re.M)
    for each in rest:
        line, body = each.split("\n", 1)
        where, words = re.fullmatch(r"(?: on ([\w ]+))?: (.+)", line).groups()
        yield first, where, words, body


def make(platform, version, title, text, bases, made, modules, judge=None):
    folder = platform.folder / version / "probes"
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / (re.sub(r"\W+", "-", title).strip("-") + ".swift")
    if not file.exists() or file.read_text() != text:
        file.write_text(text)
    output = file.with_suffix(".swiftmodule")
    command = platform.compiler(version)
    command[1:1] = ["-emit-module", "-o", str(output), "-module-name", "Probe", "-parse-as-library"]
    command += ["-I", str(platform.folder / version), "-swift-version", "6", "-warnings-as-errors", "-enable-objc-interop"]
    command += ["-plugin-path", str(platform.resources / "host" / "plugins"), str(file)]
    for each in modules.values():
        if each.kind == "system":
            command += ["-I", str(each.folder)]
    imported = re.findall(r"^import (\w+)", text, flags=re.M)
    needed = [bases[each] for each in [*imported, *standard_library.IMPLICIT] if each in bases]
    needed += [task for name, task in made.items() if name in imported]
    return Task(f"{platform.name} {version}: {title}", command, output, [file, *platform.header_files], needed, judge)


def is_for(text, made, bases):
    imported = re.findall(r"^import (\w+)", text, flags=re.M)
    return all(each in made or each in bases for each in imported)


def refusals(platform, version, made, bases, modules):
    """Returns a task for each part of each file in Probes/Refused."""
    tasks = []
    for file in sorted((PROBES / "Refused").glob("*.swift")):
        for number, (first, where, words, body) in enumerate(parts(file), 1):
            places = [None, platform.name, *(["oldest"] if version == platform.versions[0] else [])]
            if where not in places or not is_for(first, made, bases):
                continue
            title = f"refused {file.stem} {number}"
            tasks.append(make(platform, version, title, first + body, bases, made, modules, judge(words)))
    return tasks


def titles():
    """Yields the titles of all probes. If no platform has a module that a probe imports, the probe has no task."""
    for file in sorted((PROBES / "Refused").glob("*.swift")):
        yield from (f"refused {file.stem} {number}" for number, _ in enumerate(parts(file), 1))
    for file in sorted((PROBES / "Accepted").glob("*.swift")):
        yield f"accepted {file.stem}"


def judge(words):
    """Returns a function that accepts only a compilation with exactly one error, which contains these words."""

    def judge(status, text):
        errors = [line for line in text.split("\n") if re.match(r"\S+:\d+:\d+: error: ", line)]
        if status == 0:
            return f"the code compiles, but the compiler should refuse it with: {words}"
        if len(errors) != 1 or words not in errors[0]:
            return f"the compiler should report exactly one error, with: {words}\n{text}"
        return None

    return judge


def acceptances(platform, version, made, bases, modules):
    """Returns a task for each file in Probes/Accepted."""
    tasks = []
    for file in sorted((PROBES / "Accepted").glob("*.swift")):
        text = file.read_text()
        if is_for(text, made, bases):
            tasks.append(make(platform, version, f"accepted {file.stem}", text, bases, made, modules))
    return tasks
