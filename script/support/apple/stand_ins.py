"""The stand-ins: Swift modules that replace Apple's, from the interfaces and headers of Support/AppleStandIns."""

import re
import subprocess

from . import standard_library
from .platform import STAND_INS

# The declarations that the compiler cannot read again after it has printed them. The package does not use them.
LEFT_OUT = re.compile(
    r"Attribut(ed|eC|eS|eD)|Predicate|\bExpression|\bTemplate\b|Morphology|Inflection|PresentationIntent|Span\b"
    r"|FileManagerDelegate|NotificationCenter|URLResourceKey|isDirectory: inout Bool|RegexComponent"
)


def declarations(text):
    """Returns the top-level declarations of a module, each with its attributes."""
    found, current = [], []
    for line in text.split("\n"):
        current.append(line)
        starts = re.match(
            r"(@.* )?(public |open |final |package )*(extension|func|struct|class|enum|typealias|var|let|protocol) ", line)
        if line == "}" or (starts and line.count("{") == line.count("}") and not line.endswith(",")):
            found.append("\n".join(current))
            current = []
    return found


def head(declaration):
    """Returns the line of a declaration that contains the declaration's name."""
    lines = [line for line in declaration.split("\n") if line]
    return next((line for line in lines if not re.fullmatch(r"@[^{]*\)|@\w+", line)), "")


def portable_foundation(platform, module):
    """Returns the declarations that Apple's Foundation and the toolchain's have in common. Both are built from the same
    sources, so the toolchain's module has every `@available(macOS …, iOS …)`."""
    file = platform.work / f"{module}.swift"
    if not file.exists():
        command = ["swift-synthesize-interface", "-module-name", module, "-sdk", "/"]
        command += ["-target", "x86_64-unknown-linux-gnu", "-o", str(file)]
        command += ["-I", str(platform.resources / "linux"), "-I", str(platform.resources)]
        subprocess.run(command, check=True)
    text = re.sub(r"^(import .*|\s*//.*)\n", "", file.read_text(), flags=re.M)
    text = re.sub(r"^(@available\(.*\)\n)?@freestanding.*\n", "", text, flags=re.M)
    kept = [each for each in declarations(text) if not LEFT_OUT.search(head(each))]
    text = "\n".join(without_left_out("\n".join(kept).split("\n")))
    # A non-public setter is printed as a modifier, and settable properties are printed without accessors.
    text = re.sub(r"\b(private|internal|fileprivate)\(set\) ([^{}\n]*)( \{ get \})?$", r"\2 { get }", text, flags=re.M)
    text = re.sub(r"^(\s+(?:@\w+ )*(?:(?:public|open|static|class|weak) )*(?:subscript\b|var )[^{}\n]*)$", r"\1 { get set }", text, flags=re.M)
    return re.sub(r"^(\s+)@inlinable (.* \{ get set \})$", r"\1\2", text, flags=re.M)


def without_left_out(lines):
    """Returns lines without the members in LEFT_OUT, and without the attributes and bodies of these members."""
    kept, skipped_to = [], None
    for line in lines:
        indentation = line[: len(line) - len(line.lstrip())]
        if skipped_to is not None:
            if line == skipped_to:
                skipped_to = None
        elif line.startswith(" ") and LEFT_OUT.search(line):
            while kept and re.fullmatch(r"\s+@\w+(\(.*\))?", kept[-1]):
                kept.pop()
            if line.endswith("{"):
                skipped_to = indentation + "}"
        else:
            kept.append(line)
    return kept


def tasks(platform):
    """Returns the tasks of the standard library and of the stand-ins, by the names of their modules."""
    made = standard_library.tasks(platform)
    implicit = [made[each] for each in standard_library.IMPLICIT]
    folders = [STAND_INS / "Interfaces" / each for each in ("Common", platform.name)]
    files = {file.stem: file for folder in folders for file in sorted(folder.glob("*.swiftinterface"))}
    texts = {name: file.read_text() for name, file in files.items()}
    texts["Foundation"] += portable_foundation(platform, "FoundationEssentials")
    for module in standard_library.TESTING:
        texts[module] = standard_library.interface(platform, module)

    def add(module):
        if module in made or module not in texts:
            return
        imports = [each for each in re.findall(r"^.*?\bimport (\w+)$", texts[module], flags=re.M) if each != module]
        for each in imports:
            add(each)
        needed = [*implicit, *(made[each] for each in imports if each in made)]
        text = texts[module]
        if module in files:
            text = flags(platform, module) + text
        made[module] = standard_library.task(platform, module, text, needed, platform.header_files if module in files else [])

    for module in texts:
        add(module)
    return made


def flags(platform, module):
    """Returns the first lines of an interface."""
    return (
        "// swift-interface-format-version: 1.0\n"
        f"// swift-module-flags: -target {platform.triple(platform.versions[0])} -swift-version 6 -module-name {module} "
        "-enable-library-evolution -disable-availability-checking -disable-objc-attr-requires-foundation-module\n"
        "import Swift\nimport _Concurrency\nimport _StringProcessing\n"
    )
