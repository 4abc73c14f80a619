#!/usr/bin/env python3
"""Prints the list of all parts of a release as SPDX 2.3: sbom.py VERSION DIR.

The parts are the files of DIR, the Debian libraries that the Debian packages need, and what the programs contain: Swift's
runtime with Foundation, and ICU, which Foundation contains. Causeway depends on no other Swift, JavaScript or Python
package."""

import datetime
import hashlib
import json
import os
import pathlib
import re
import subprocess
import sys


def field(package, name):
    return subprocess.run(["dpkg-deb", "--field", package, name], check=True, capture_output=True, text=True).stdout


def installed_version(library):
    shown = subprocess.run(
        ["dpkg-query", "--show", "--showformat=${Version}", library], capture_output=True, text=True)
    return shown.stdout or "NOASSERTION"


def icu_version():
    """The version of the ICU in the toolchain's static Foundation."""
    shown = subprocess.run(
        ["swift", "-print-target-info", "-static-stdlib"], check=True, capture_output=True, text=True).stdout
    header = pathlib.Path(json.loads(shown)["paths"]["runtimeResourcePath"], "_foundation_unicode/uvernum.h")
    found = re.search(r'^#define U_ICU_VERSION "(.+)"', header.read_text(encoding="utf-8"), re.MULTILINE)
    return found[1] if found else "NOASSERTION"


def part(identifier, name, version, license_name, supplier, **more):
    return {
        "SPDXID": f"SPDXRef-{re.sub('[^A-Za-z0-9.-]', '-', identifier)}", "name": name, "versionInfo": version,
        "downloadLocation": "NOASSERTION", "filesAnalyzed": False, "licenseConcluded": license_name,
        "licenseDeclared": license_name, "copyrightText": "NOASSERTION", "supplier": supplier, **more,
    }


def main():
    if len(sys.argv) != 3:
        sys.exit("usage: sbom.py VERSION DIR")
    version, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    ours = "Organization: The Causeway authors"
    parts, relations = [], []
    swift = subprocess.run(["swift", "--version"], check=True, capture_output=True, text=True).stdout
    runtime = part(
        "swift-runtime", "swift-runtime", re.search(r"Swift version (\S+)", swift)[1],
        "Apache-2.0 WITH Swift-exception", "Organization: Swift project")
    icu = part(
        "icu", "icu", icu_version(), "Unicode-3.0", "Organization: Unicode, Inc.",
        licenseComments="Parts of ICU have notices of their own; the packages' copyright files have all of them.")
    parts += [runtime, icu]
    relations.append((runtime["SPDXID"], "CONTAINS", icu["SPDXID"]))
    libraries = {}
    for file in sorted(folder.iterdir()):
        if file.suffix not in (".deb", ".tgz", ".gz", ".whl"):
            continue
        digest = hashlib.sha256(file.read_bytes()).hexdigest()
        shipped = part(
            f"file-{file.name}", file.name, version, "MIT", ours, packageFileName=file.name,
            checksums=[{"algorithm": "SHA256", "checksumValue": digest}])
        parts.append(shipped)
        relations.append(("SPDXRef-DOCUMENT", "DESCRIBES", shipped["SPDXID"]))
        if file.suffix != ".deb":
            continue
        relations += [(shipped["SPDXID"], "CONTAINS", contained["SPDXID"]) for contained in (runtime, icu)]
        for needed in field(file, "Depends").split(","):
            library = needed.split("(")[0].split("|")[0].strip()
            if library not in libraries:
                libraries[library] = part(
                    f"debian-{library}", library, installed_version(library), "NOASSERTION", "Organization: Debian")
            relations.append((shipped["SPDXID"], "DEPENDS_ON", libraries[library]["SPDXID"]))
    moment = datetime.datetime.fromtimestamp(int(os.environ.get("SOURCE_DATE_EPOCH", "0")), datetime.timezone.utc)
    json.dump({
        "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT", "name": f"causeway-{version}",
        "documentNamespace": f"https://spdx.org/spdxdocs/causeway-{version}-{int(moment.timestamp())}",
        "creationInfo": {"created": moment.strftime("%Y-%m-%dT%H:%M:%SZ"), "creators": ["Tool: causeway-script-package"]},
        "hasExtractedLicensingInfos": [],
        "packages": parts + sorted(libraries.values(), key=lambda library: library["name"]),
        "relationships": [
            {"spdxElementId": a, "relationshipType": kind, "relatedSpdxElement": b} for a, kind, b in relations],
    }, sys.stdout, indent=2)
    print()


if __name__ == "__main__":
    main()
