"""The modules of Package.swift as a Mac reads it, with their sources and dependencies."""

import dataclasses
import hashlib
import json
import pathlib
import re
import subprocess
import xml.etree.ElementTree

ROOT = pathlib.Path(__file__).resolve().parents[3]
# The app for iOS, which is a separate package.
EXAMPLE = ROOT / "Examples" / "ios.swiftpm"
# The Xcode scheme that lists the tests for iOS.
SCHEME = ROOT / ".swiftpm" / "xcode" / "xcshareddata" / "xcschemes" / "CausewayOnIOS.xcscheme"


@dataclasses.dataclass
class Module:
    name: str
    kind: str  # "library", "executable", "test" or "system"
    sources: list[pathlib.Path]
    dependencies: list[str]
    # Files that `.embedInCode` puts into the module's `PackageResources`.
    embedded: list[str]
    # Whether the module has resource files, which `Bundle.module` finds.
    has_bundle: bool
    language_mode: str
    has_package_access: bool
    folder: pathlib.Path
    # The only platform for which the module is compiled; None for all platforms.
    platform: str | None = None

    @property
    def module_name(self):
        return re.sub(r"\W", "_", self.name)

    @property
    def is_for_tests(self):
        return self.folder.is_relative_to(ROOT / "Tests") or self.folder.is_relative_to(ROOT / "Benchmarks")


def manifest_for_apple(work):
    """Returns Package.swift as JSON, as a Mac reads it.

    The manifest depends on the system of the machine that reads it. Therefore this function reads a copy in which the
    condition for Linux is false.
    """
    text = (ROOT / "Package.swift").read_text()
    text, count = re.subn(r"^#if os\(Linux\)$", "#if os(macOS) && os(Linux)", text, flags=re.M)
    if not count:
        raise SystemExit("script/check-apple: Package.swift has no line `#if os(Linux)`; adapt manifest_for_apple.")
    return dump(work, "manifest", text)


def example_manifest(work):
    """Returns the manifest of the example app as JSON. Its product appears as an ordinary program.

    Only Xcode and Swift Playgrounds have the module AppleProductTypes, so a stand-in replaces it.
    """
    text = (EXAMPLE / "Package.swift").read_text()
    stand_in = (ROOT / "Support" / "AppleStandIns" / "Manifest" / "AppleProductTypes.swift").read_text()
    text, count = re.subn(r"^import AppleProductTypes\n", "", text, flags=re.M)
    if not count:
        raise SystemExit(f"script/check-apple: {EXAMPLE.name}/Package.swift does not import AppleProductTypes; adapt example_manifest.")
    return dump(work, "example-manifest", text + "\n" + stand_in)


def dump(work, name, text):
    """Returns a manifest's text as JSON, as SwiftPM reads it. `name` is used for a file and a folder in `work`."""
    digest = hashlib.sha256(text.encode()).hexdigest()
    cache = work / f"{name}-{digest}.json"
    if not cache.exists():
        folder = work / name
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "Package.swift").write_text(text)
        command = ["swift", "package", "--package-path", str(folder), "dump-package"]
        cache.write_text(subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout)
    return json.loads(cache.read_text())


def modules(manifest, root=ROOT):
    """Returns the modules of a manifest by name. `root` is the package's folder."""
    found = {}
    for target in manifest["targets"]:
        is_test = target["type"] == "test"
        folder = root / (target.get("path") or f"{'Tests' if is_test else 'Sources'}/{target['name']}")
        resources = [(each["path"], next(iter(each["rule"]))) for each in target.get("resources", [])]
        excluded = [folder / each for each in target.get("exclude", [])]
        roots = [folder / each for each in target["sources"]] if target.get("sources") else [folder]
        sources = [file for root in roots for file in ([root] if root.is_file() else root.rglob("*.swift"))]
        sources = [file for file in sources if not any(file.is_relative_to(each) for each in excluded)]
        found[target["name"]] = Module(
            name=target["name"],
            kind={"regular": "library"}.get(target["type"], target["type"]),
            sources=sorted(sources),
            dependencies=[next(iter(each.values()))[0] for each in target["dependencies"]],
            embedded=[path for path, rule in resources if rule == "embedInCode"],
            has_bundle=any(rule != "embedInCode" for _, rule in resources),
            language_mode=language_mode(target),
            has_package_access=root == ROOT and target.get("packageAccess", True),
            folder=folder,
        )
    return found


def example_modules(work, oldest):
    """Returns the modules of the example app. They are for iOS only, with the package's oldest deployment target."""
    manifest = example_manifest(work)
    if deployment_target(manifest, "iOS") != oldest:
        raise SystemExit(f"script/check-apple: the oldest iOS of {EXAMPLE.name} must be {oldest}, as in Package.swift.")
    found = modules(manifest, EXAMPLE)
    for module in found.values():
        module.platform = "iOS"
    return found


def language_mode(target):
    for setting in target.get("settings", []):
        if "swiftLanguageMode" in setting["kind"]:
            return setting["kind"]["swiftLanguageMode"]["_0"]
    return "6"


def with_dependencies(names, modules):
    """Returns modules and all their dependencies. Each module comes after its dependencies."""
    ordered = []

    def add(name):
        if name in ordered:
            return
        for each in modules[name].dependencies:
            add(each)
        ordered.append(name)

    for name in names:
        add(name)
    return ordered


def libraries(manifest):
    """Returns the names of the modules in the package's library products."""
    return [name for product in manifest["products"] if "library" in product["type"] for name in product["targets"]]


def tests_on_ios(modules):
    """Returns the names of the test modules in the scheme for iOS."""
    references = xml.etree.ElementTree.parse(SCHEME).getroot().iterfind("TestAction//BuildableReference")
    names = [each.get("BlueprintIdentifier") for each in references]
    for name in names:
        if name not in modules or modules[name].kind != "test":
            raise SystemExit(f"script/check-apple: {SCHEME.name} names {name}, which is not a test target of Package.swift; correct the scheme.")
    return names


def deployment_target(manifest, platform):
    """Returns the major version of a platform's oldest supported system, such as "13"."""
    versions = {each["platformName"]: each["version"] for each in manifest["platforms"]}
    return versions[platform.lower()].split(".")[0]
