"""The package's own modules, compiled for an Apple target."""

import re

from . import package, standard_library
from .tasks import Task


def modules_for(platform, manifest, modules):
    """Returns the names of the modules for a platform. Each name comes after the names of its dependencies."""
    if platform.name == "macOS":
        names = [name for name, module in modules.items() if module.platform is None]
    else:
        names = package.libraries(manifest) + package.tests_on_ios(modules)
        names += [name for name, module in modules.items() if module.platform == platform.name]
    return [each for each in package.with_dependencies(names, modules) if exists(platform, each, modules)]


def exists(platform, name, modules):
    """Returns whether a platform has the system libraries that a module needs. For example, iOS has no libcurl, so
    modules that need it are for macOS and Linux only."""
    module = modules[name]
    if module.kind == "system":
        header = re.search(r"#include <([^>]+)>", (module.folder / "shim.h").read_text()).group(1)
        return any((folder / header).exists() for folder in platform.headers)
    return all(exists(platform, each, modules) for each in module.dependencies)


def tasks(platform, version, names, modules, bases):
    """Returns a task for each module, by the module's name."""
    folder = platform.folder / version
    made = {}
    for name in names:
        module = modules[name]
        if module.kind != "system":
            made[name] = task(platform, version, folder, module, modules, made, bases)
    return made


def task(platform, version, folder, module, modules, made, bases):
    generated = folder / "generated" / module.name
    generated.mkdir(parents=True, exist_ok=True)
    files = module.sources + [write(generated / name, text) for name, text in generated_sources(module)]
    output = folder / f"{module.module_name}.swiftmodule"
    systems = [modules[each] for each in package.with_dependencies([module.name], modules)]
    systems = [each for each in systems if each.kind == "system"]
    command = platform.compiler(version)
    # With -emit-module, the compiler also diagnoses the bodies of all functions; the probe `refused Concurrency` checks
    # this.
    command[1:1] = ["-emit-module", "-o", str(output), "-module-name", module.module_name]
    command += ["-I", str(folder), "-swift-version", module.language_mode, "-warnings-as-errors", "-enable-testing"]
    command += ["-D", "SWIFT_PACKAGE", "-D", "DEBUG", "-Onone"]
    command += ["-plugin-path", str(platform.resources / "host" / "plugins"), "-enable-objc-interop"]
    if module.has_package_access:
        command += ["-package-name", "causeway"]
    if not any(file.name == "main.swift" for file in files):
        command.append("-parse-as-library")
    for each in systems:
        command += ["-I", str(each.folder)]
    command += [str(file) for file in files]
    inputs = files + [file for each in systems for file in sorted(each.folder.iterdir())]
    imported = {each for file in files for each in re.findall(r"^.*?\bimport (?:\w+ )?(\w+)", file.read_text(), flags=re.M)}
    if imported:
        inputs += platform.header_files  # the compiler reads these files when it imports a stand-in
    needed = [bases[each] for each in sorted({*imported, *standard_library.IMPLICIT}) if each in bases]
    needed += [made[each] for each in module.dependencies if each in made]
    return Task(f"{platform.name} {version}: {module.name}", command, output, inputs, needed)


def write(file, text):
    if not file.exists() or file.read_text() != text:
        file.write_text(text)
    return file


def generated_sources(module):
    """Yields the sources that SwiftPM generates for a module's resources, without the resources' content."""
    if module.embedded:
        names = [re.sub(r"\W", "_", path.rsplit("/", 1)[-1]) for path in module.embedded]
        members = "".join(f"  static let {name}: [UInt8] = []\n" for name in names)
        yield "embedded_resources.swift", f"struct PackageResources {{\n{members}}}\n"
    if module.has_bundle:
        yield "resource_bundle_accessor.swift", (
            "import class Foundation.Bundle\n"
            "extension Foundation.Bundle {\n  static let module: Foundation.Bundle = .main\n}\n")
