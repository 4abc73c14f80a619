"""Compares two runs of Selenium's own tests, of which each is a report in the format of JUnit.

Usage: python3 -m support.suite_report CAUSEWAY.xml CHROMIUM.xml
"""

import sys
import xml.etree.ElementTree as tree


def outcomes(path):
    """Returns the outcome of each test of a report by its name: `passed`, `failed` or `skipped`."""
    found = {}
    for case in tree.parse(path).getroot().iter("testcase"):
        name = f"{case.get('classname').rpartition('.')[2]}::{case.get('name').partition('[')[0]}"
        kinds = {child.tag for child in case}
        # A test whose teardown fails occurs twice.
        outcome = "failed" if kinds & {"failure", "error"} else "skipped" if "skipped" in kinds else "passed"
        found[name] = "failed" if "failed" in (outcome, found.get(name)) else outcome
    return found


def lines(causeway, chromium):
    """Returns the report: the counts, and by name the tests that fail with one driver and not with both."""
    for name, results in [("causeway", causeway), ("Chromium", chromium)]:
        counted = list(results.values())
        yield f"{name}: {counted.count('passed')} of {len(counted)} passed, {counted.count('skipped')} skipped"
    for title, one, other in [
        ("with causeway only", causeway, chromium), ("with Chromium only", chromium, causeway),
        ("with both", causeway, None),
    ]:
        failed = {name for name, outcome in one.items() if outcome == "failed"}
        elsewhere = {name for name, outcome in (other or chromium).items() if outcome == "failed"}
        names = failed - elsewhere if other is not None else failed & elsewhere
        yield f"failed {title}: {len(names)}"
        yield from (f"  {name}" for name in sorted(names))


if __name__ == "__main__":
    print("\n".join(lines(outcomes(sys.argv[1]), outcomes(sys.argv[2]))))
