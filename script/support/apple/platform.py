"""Apple's platforms, and the compiler's command line for each of them."""

import dataclasses
import pathlib
import subprocess

from .package import ROOT

STAND_INS = ROOT / "Support" / "AppleStandIns"


def toolchain():
    """Returns the toolchain's folder `usr/lib/swift` and the compiler's version."""
    import json

    command = ["swiftc", "-print-target-info"]
    information = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout)
    return pathlib.Path(information["paths"]["runtimeResourcePath"]), information["compilerVersion"]


@dataclasses.dataclass
class Platform:
    name: str  # in Apple's spelling, such as "macOS"
    versions: list[str]  # the deployment targets, the oldest first
    work: pathlib.Path
    resources: pathlib.Path  # the toolchain's folder `usr/lib/swift`

    def triple(self, version):
        suffix = "-simulator" if self.name == "iOS" else ""
        return f"x86_64-apple-{self.name.lower()}{version}.0{suffix}"

    @property
    def folder(self):
        return self.work / self.name

    @property
    def base(self):
        """The folder of the standard library's modules and of the stand-ins'. They serve every deployment target."""
        return self.folder / "base"

    @property
    def headers(self):
        """The folders of the stand-in headers, each with its module map."""
        return [STAND_INS / "Headers" / each for each in ("Common", self.name)]

    @property
    def header_files(self):
        return sorted(file for folder in self.headers for file in folder.rglob("*") if file.is_file())

    @property
    def sdk(self):
        """The folder of an empty SDK. The folders of the headers and modules are passed to the compiler one by one."""
        return self.folder / "sdk"

    def prepare(self):
        """Makes a resource folder for the compiler without the modules of Linux, such as Dispatch and CoreFoundation."""
        self.sdk.mkdir(parents=True, exist_ok=True)
        folder = self.folder / "resources"
        folder.mkdir(parents=True, exist_ok=True)
        for name in ("shims", "clang", "apinotes"):
            link = folder / name
            if link.resolve() != (self.resources / name).resolve():
                link.unlink(missing_ok=True)
                link.symlink_to(self.resources / name)

    def compiler(self, version):
        """Returns the beginning of every compiler command."""
        command = ["swift-frontend", "-target", self.triple(version), "-sdk", str(self.sdk)]
        command += ["-resource-dir", str(self.folder / "resources")]
        command += ["-module-cache-path", str(self.folder / "cache"), "-I", str(self.base)]
        for each in self.headers:
            command += ["-I", str(each)]
        return command
