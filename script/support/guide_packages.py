"""Builds the packages of the guides as a new user would, and runs their programs.

A block with a line `<!-- file: FOLDER/PATH -->` above it is a file of a package. The block with
`<!-- output: FOLDER -->` is the output of the package's program. A package without such a block is only built.
"""

import shutil
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def check(guides, blocks):
    """Builds and runs every package whose manifest is in a guide. Returns the exit code."""
    files, outputs = {}, {}
    for guide in guides:
        for block in blocks(guide):
            for name in block.said("file:"):
                if "/" in name:
                    files[name] = block
            for folder in block.said("output:"):
                outputs[folder] = block
    packages = sorted(name.split("/")[0] for name in files if name.endswith("/Package.swift"))
    base = ROOT / ".build/guides"
    failed = [package for package in packages if not build(base, package, files, outputs.get(package))]
    print(f"{len(packages)} {'package' if len(packages) == 1 else 'packages'}, {len(failed)} failed")
    return 1 if failed or not packages else 0


def build(base, package, files, output):
    """Writes a package, builds it and runs its program. Returns whether all three steps succeeded."""
    shutil.rmtree(base / package, ignore_errors=True)
    base.mkdir(parents=True, exist_ok=True)
    if not (base / "causeway").exists():
        (base / "causeway").symlink_to(ROOT)  # the manifests depend on "../causeway"
    for name, block in files.items():
        if name.startswith(f"{package}/"):
            (base / name).parent.mkdir(parents=True, exist_ok=True)
            (base / name).write_text(block.text + "\n", encoding="utf-8")
    print(f"{package}: building", flush=True)
    # The packages share one build folder, so that their common modules are compiled only once.
    swift = ["--scratch-path", str(base / "build")]
    if subprocess.run(["swift", "build", *swift], cwd=base / package, check=False).returncode != 0:
        print(f"{package}: the build failed")
        return False
    if output is None:
        return True
    ended = subprocess.run(
        ["timeout", "60", "xvfb-run", "-a", "swift", "run", "--skip-build", *swift],
        cwd=base / package, capture_output=True, text=True, check=False)
    if ended.returncode != 0 or ended.stdout != output.text + "\n":
        print(f"{package}: ended with {ended.returncode} and printed {ended.stdout!r}\n{ended.stderr}")
        return False
    print(f"{package}: printed what {output.name} says")
    return True
