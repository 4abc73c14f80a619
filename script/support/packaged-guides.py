#!/usr/bin/env python3
"""Copies the guides of the Debian package causeway-merchant into its folder of documents: packaged-guides.py DIR.

A link to a file that the package contains is changed to the file's path there. Any other link into the repository would
be dead, so only its text stays. A web address would be no better, because it would show the newest version instead of the
installed one. Images, and the comments for script/check-guides, are left out. Exit code 1 if DIR lacks a file to which a
guide links."""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
GUIDES = ["operating.md", "backend.md"]
# The paths in the package of the files to which the guides link.
PACKAGED = {name: name for name in GUIDES} | {
    "../Support/Prometheus/causeway-merchant.rules.yml": "examples/causeway-merchant.rules.yml",
}


def link(match):
    text, target, anchor = match[1], match[2], match[3] or ""
    if target in PACKAGED:
        return f"[{text}]({PACKAGED[target]}{anchor})"
    return match[0] if not target or target.startswith("https://") else text


def packaged(text):
    text = re.sub(r"^<!-- .* -->\n", "", text, flags=re.MULTILINE)
    text = re.sub(r"^!\[[^\]]*\]\([^)]*\)\n\n", "", text, flags=re.MULTILINE)
    return re.sub(r"\[([^\]]*)\]\(([^)#]*)(#[^)]*)?\)", link, text)


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: packaged-guides.py DIR")
    folder = pathlib.Path(sys.argv[1])
    for name in GUIDES:
        (folder / name).write_text(packaged((ROOT / "docs" / name).read_text(encoding="utf-8")), encoding="utf-8")
    for name in PACKAGED.values():
        if not (folder / name).is_file():
            sys.exit(f"packaged-guides.py: {folder} lacks {name}, to which a guide links; let script/package copy it first")


main()
