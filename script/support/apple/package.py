"""What Package.swift says to a Mac: modules, their sources, and what they depend on."""

import dataclasses
import hashlib
import json
import pathlib
import re
import subprocess
import xml.etree.ElementTree

ROOT = pathlib.Path(__file__).resolve().parents[3]
# The app for iOS, a package of its own.
EXAMPLE = ROOT / "Examples" / "ios.swiftpm"
# Names the tests that run on iOS.
SCHEME = ROOT / ".swiftpm" / "xcode" / "xcshareddata" / "xcschemes" / "CausewayOnIOS.xcscheme"


@dataclasses.dataclass
class Module:
    name: str
    kind: str  # "library", "executable", "test" or "system"
    sources: list[pathlib.Path]
    dependencies: list[str]
    # Files that `.embedInCode` puts into the module's `PackageResources`.
    embedded: list[str]
    # Whether the module has files beside it, which `Bundle.module` finds.
    has_bundle: bool
    language_mode: str
    has_package_access: bool
    folder: pathlib.Path
    # The only platform that the module is for; None for all.
    platform: str | None = None

    @property
    def module_name(self):
        return re.sub(r"\W", "_", self.name)


def manifest_for_apple(work):
    """Package.swift as a Mac reads it, as JSON.

    The manifest asks the machine that reads it for its system, so that a copy of it is read here, in which that machine is
    not Linux.
    """
    text = (ROOT / "Package.swift").read_text()
    text, count = re.subn(r"^#if os\(Linux\)$", "#if os(macOS) && os(Linux)", text, flags=re.M)
    if not count:
        raise SystemExit("script/check-apple: Package.swift has no line `#if os(Linux)`, by which it was split until now.")
    return dump(work, "manifest", text)


def example_manifest(work):
    """The manifest of the example app as JSON, its product as that of an ordinary program.

    Xcode and Swift Playgrounds alone have the module AppleProductTypes, so that a stand-in is read in its place.
    """
    text = (EXAMPLE / "Package.swift").read_text()
    stand_in = (ROOT / "Support" / "AppleStandIns" / "Manifest" / "AppleProductTypes.swift").read_text()
    text, count = re.subn(r"^import AppleProductTypes\n", "", text, flags=re.M)
    if not count:
        raise SystemExit(f"script/check-apple: {EXAMPLE.name}/Package.swift does not import AppleProductTypes.")
    return dump(work, "example-manifest", text + "\n" + stand_in)


def dump(work, name, text):
    """What SwiftPM reads in the text of a manifest. The name is that of a file and a folder for it."""
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
    """The modules of the manifest of the package in a folder, by their names."""
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
    """The modules of the example app, which are for iOS alone and compiled for the system that the package begins with."""
    manifest = example_manifest(work)
    if deployment_target(manifest, "iOS") != oldest:
        raise SystemExit(f"script/check-apple: {EXAMPLE.name} must begin with iOS {oldest}, as Package.swift does.")
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
    """Modules and all that they depend on, each after what it depends on."""
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
    """The modules that the package's library products are made of."""
    return [name for product in manifest["products"] if "library" in product["type"] for name in product["targets"]]


def tests_on_ios(modules):
    """The test modules that the scheme for iOS names."""
    references = xml.etree.ElementTree.parse(SCHEME).getroot().iterfind("TestAction//BuildableReference")
    names = [each.get("BlueprintIdentifier") for each in references]
    for name in names:
        if name not in modules or modules[name].kind != "test":
            raise SystemExit(f"script/check-apple: {SCHEME.name} names {name}, which Package.swift does not have as a test.")
    return names


def deployment_target(manifest, platform):
    """The major version of a platform's oldest system, such as "13"."""
    versions = {each["platformName"]: each["version"] for each in manifest["platforms"]}
    return versions[platform.lower()].split(".")[0]
