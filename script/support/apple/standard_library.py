"""The standard library for an Apple target, made from the toolchain's interfaces for Linux.

Both are generated from the same sources, so the interfaces still have every `@available(macOS …, iOS …)`.
"""

import re

from .platform import STAND_INS
from .tasks import Task

# Each module comes after its dependencies.
MODULES = [
    "Swift", "SwiftOnoneSupport", "_Builtin_float", "_Concurrency", "_RegexParser", "_StringProcessing",
    "Observation",
]
# The modules that other modules use without an import. The interfaces of the standard library import only some of them.
IMPLICIT = ["Swift", "SwiftOnoneSupport", "_Concurrency", "_StringProcessing"]
TESTING = ["Testing"]


def source(platform, module):
    return platform.resources / "linux" / f"{module}.swiftmodule" / "x86_64-unknown-linux-gnu.swiftinterface"


def interface(platform, module):
    """Returns a module's interface for the platform's oldest deployment target."""
    text = source(platform, module).read_text()
    text = text.replace("x86_64-unknown-linux-gnu", platform.triple(platform.versions[0]))
    text = text.replace(" -disable-objc-interop", "").replace(" -static ", " ")
    # Availability checks are switched off, because the interface also contains declarations for newer systems.
    text = text.replace("// swift-module-flags: ", "// swift-module-flags: -disable-availability-checking ", 1)
    text = re.sub(r"^(?:@_exported |public )*import Glibc\n", "", text, flags=re.M)
    text = re.sub(r"@backDeployed\([^)]*\) ?", "", text)
    addition = STAND_INS / "StandardLibrary" / f"{module}.swift"
    return text + "\n" + addition.read_text() if addition.exists() else text


def task(platform, module, text, dependencies, inputs):
    """Returns the task that compiles an interface's text to a module."""
    file = platform.base / "interfaces" / f"{module}.swiftinterface"
    file.parent.mkdir(parents=True, exist_ok=True)
    if not file.exists() or file.read_text() != text:
        file.write_text(text)
    output = platform.base / f"{module}.swiftmodule"
    command = platform.compiler(platform.versions[0])
    command[1:1] = ["-compile-module-from-interface", str(file), "-o", str(output), "-module-name", module]
    if module == "Swift":
        command.append("-parse-stdlib")
    return Task(f"{platform.name}: {module}", command, output, [file, *inputs], dependencies)


def tasks(platform):
    """Returns the tasks of the standard library, by the names of its modules."""
    made = {}
    for module in MODULES:
        made[module] = task(platform, module, interface(platform, module), list(made.values()), [])
    return made
