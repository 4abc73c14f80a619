"""Reads the metrics of causeway-merchant with Prometheus' own parser, and compares them with the requests that it sent.

Usage: check_metrics.py FOLDER [--without-alerts]; FOLDER has the built programs.
"""

import contextlib
import json
import re
import secrets
import signal
import subprocess
import sys
import tempfile
import urllib.error
import urllib.request
from pathlib import Path

from prometheus_client.parser import text_string_to_metric_families

ROOT = Path(__file__).resolve().parent.parent.parent
PREFIX = "causeway_merchant_"


@contextlib.contextmanager
def server(words, environment=None):
    """Starts a server that prints its address. The server ends with the `with` block."""
    process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment)
    try:
        for line in process.stdout:
            if found := re.search(r"http://\S+", line):
                yield found.group().rstrip("/")
                break
        else:
            raise SystemExit(f"{words[0]} did not start: {process.stderr.read()}")
    finally:
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=60)


def status(url, body=None, **fields):
    """Sends a request, and returns the status of the answer."""
    request = urllib.request.Request(url, data=body, headers={key.replace("_", "-"): text for key, text in fields.items()})
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            return answer.status
    except urllib.error.HTTPError as error:
        return error.code


def metrics(url):
    """Returns the families of /metrics by name."""
    with urllib.request.urlopen(f"{url}/metrics", timeout=60) as answer:
        kind = answer.headers["Content-Type"]
        assert kind == "text/plain; version=0.0.4; charset=utf-8", kind
        text = answer.read().decode()
    families = {}
    for family in text_string_to_metric_families(text):
        assert family.name not in families, f"{family.name} is there twice"
        families[family.name] = family
    return families


def value(families, name, **labels):
    """Returns the value of the series with exactly these labels."""
    for family in families.values():
        for sample in family.samples:
            if sample.name == name and sample.labels == labels:
                return sample.value
    raise AssertionError(f"there is no series {name} {labels}")


def check_form(families):
    """Checks the rules that the parser does not check."""
    for family in families.values():
        assert family.documentation and family.type in ("counter", "gauge", "histogram"), family.name
        assert family.name.startswith((PREFIX, "process_")), family.name
        series = [(sample.name, tuple(sorted(sample.labels.items()))) for sample in family.samples]
        assert len(series) == len(set(series)), f"{family.name} has a series twice"
        if family.type != "histogram":
            continue
        groups = {}
        for sample in family.samples:
            labels = {name: text for name, text in sample.labels.items() if name != "le"}
            group = groups.setdefault(tuple(sorted(labels.items())), {"buckets": []})
            if sample.name.endswith("_bucket"):
                group["buckets"].append((float(sample.labels["le"]), sample.value))
            else:
                group[sample.name.rsplit("_", 1)[1]] = sample.value
        for labels, group in groups.items():
            bounds = [bound for bound, _ in group["buckets"]]
            counts = [count for _, count in group["buckets"]]
            assert bounds == sorted(bounds) and bounds[-1] == float("inf"), (family.name, labels)
            assert counts == sorted(counts) and counts[-1] == group["count"], (family.name, labels)
            assert group["sum"] >= 0, (family.name, labels)


def check_guide(families):
    """Checks that the guide names every metric, and only metrics that exist."""
    guide = (ROOT / "docs/operating.md").read_text()
    names = set()
    for family in families.values():
        if family.name.startswith(PREFIX):
            names.add(family.name + ("_total" if family.type == "counter" else ""))
    named = {re.sub("_(bucket|sum|count)$", "", name) for name in re.findall(PREFIX + r"[a-z_]+", guide)}
    assert not (missing := names - named), f"docs/operating.md does not name {sorted(missing)}"
    assert not (unknown := named - names), f"docs/operating.md names {sorted(unknown)}, which do not exist"


def check_alerts(families, tests_rules):
    """Checks that the guide explains each recommended alert, that their metrics exist, and that they fire in time.

    Without tests_rules, promtool is not needed, and nothing checks when the alerts fire.
    """
    rules = (ROOT / "Support/Prometheus/causeway-merchant.rules.yml").read_text()
    recommended = re.findall(r"- alert: CausewayMerchant(\w+)\n.*?\n *for: (\w+)\n", rules, re.DOTALL)
    section = (ROOT / "docs/operating.md").read_text().split("### Alerts\n")[1].split("\n### ")[0]
    explained = re.findall(r"^\| `(\w+)` \|[^|]*\| (\w+) \|", section, re.MULTILINE)
    assert recommended == explained, f"the rules have {recommended}, but docs/operating.md explains {explained}"
    known = {family.name + ("_total" if family.type == "counter" else "") for family in families.values()}
    used = {re.sub("_bucket$", "", name) for name in re.findall(PREFIX + r"[a-z_]+", rules)}
    assert not (unknown := used - known), f"the rules use {sorted(unknown)}, which do not exist"
    if tests_rules:
        subprocess.run(["promtool", "test", "rules", ROOT / "Tests/MetricsTests/alerts.test.yml"], check=True)


def main(folder, tests_rules):
    with tempfile.TemporaryDirectory() as work, contextlib.ExitStack() as stack:
        catalog = ROOT / "Examples/onside/shop.storekit"
        data = Path(work, "store")
        store = stack.enter_context(
            server([f"{folder}/causeway", "store", "serve", "--catalog", catalog, "--data", data, "--port", "0"])
        )
        merchant = json.loads((data / "merchant.json").read_text())
        secret = secrets.token_hex(32)
        for name, text in (
            ("client", secret),
            ("merchant", (data / "merchant-secret").read_text()),
            ("events", secrets.token_hex(32)),
        ):
            Path(work, name).write_text(text)
        # The name has the characters that Prometheus' text format escapes.
        name = 'a "shop" \\ of Zoë'
        configuration = {
            "listen": {"port": 0},
            "merchant": {"id": merchant["merchant_id"], "keys": [{"id": merchant["key_id"], "secret": {"file": f"{work}/merchant"}}]},
            "store": {"url": store},
            "apps": ["com.example.shop"],
            "ledger": {"file": f"{work}/ledger.sqlite"},
            "clients": [{"name": name, "secret": {"file": f"{work}/client"}}],
            "sweep": {"requests_per_second": 1},
            # Nothing listens at this address, because these tests only read the metrics.
            "events": {"url": "http://127.0.0.1:9/events", "secrets": [{"secret": {"file": f"{work}/events"}}]},
            "notifications": True,
            "log": {"level": "error"},
        }
        Path(work, "config.json").write_text(json.dumps(configuration))
        url = stack.enter_context(server([f"{folder}/causeway-merchant", "serve", "--config", f"{work}/config.json"]))

        bearer = f"Bearer {secret}"
        assert status(f"{url}/customers/ada/entitlements", Authorization=bearer) == 200
        assert status(f"{url}/customers/ada/entitlements") == 401
        body = json.dumps({"customer": "ada", "history": "a.b"}).encode()
        assert status(f"{url}/validate", body, Authorization=bearer, Content_Type="application/json") == 422
        assert status(f"{url}/validate", body, Authorization=bearer, Content_Type="text/plain") == 415
        assert status(f"{url}/notifications", b"a.b", Content_Type="application/jose") == 422
        assert status(f"{url}/nowhere") == 404
        assert status(f"{url}/readyz") == 200
        assert status(f"{url}/healthz", X_Long="a" * 40_000) == 431

        families = metrics(url)
        check_form(families)
        requests = f"{PREFIX}requests_total"
        assert value(families, requests, route="entitlements", status="200", outcome="ok") == 1
        assert value(families, requests, route="entitlements", status="401", outcome="unauthorized") == 1
        assert value(families, requests, route="validate", status="422", outcome="wrong_number_of_parts") == 1
        assert value(families, requests, route="validate", status="415", outcome="unsupported_media_type") == 1
        assert value(families, requests, route="none", status="404", outcome="not_found") == 1
        assert value(families, requests, route="none", status="431", outcome="refused") == 1
        assert value(families, f"{PREFIX}client_requests_total", client=name) == 3
        assert value(families, f"{PREFIX}ready", check="ledger") == 1
        assert value(families, f"{PREFIX}key_set_age_seconds", location=f"{store}/.well-known/jwks.json") >= 0
        assert value(families, f"{PREFIX}request_duration_seconds_count", route="validate") == 2
        assert value(families, f"{PREFIX}notifications_total", outcome="wrong_number_of_parts") == 1
        assert value(families, f"{PREFIX}sweep_checks_total", outcome="checked") == 0
        assert value(families, f"{PREFIX}event_deliveries_total", outcome="delivered") == 0
        check_guide(families)
        check_alerts(families, tests_rules)

        # The second answer of /metrics counts the first request.
        again = metrics(url)
        check_form(again)
        assert value(again, requests, route="metrics", status="200", outcome="ok") == 1
    print(f"{len(families)} metrics are as Prometheus' parser and docs/operating.md expect."
          + ("" if tests_rules else " The alerts were not tested, because of --without-alerts."))


main(sys.argv[1], tests_rules="--without-alerts" not in sys.argv[2:])
