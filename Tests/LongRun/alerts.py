"""Prometheus with the recommended rules, in which time passes as fast as on the clocks of the run."""

import json
import re
import subprocess
import threading
import urllib.parse
import urllib.request
from pathlib import Path

from clock import RATE
from local_server import Handler, LocalServer
from programs import Program, ProgramError, free_port

RULES = Path(__file__).resolve().parents[2] / "Support/Prometheus/causeway-merchant.rules.yml"
UNITS = {"s": 1, "m": 60, "h": 3600, "d": 86_400}


def accelerated(text):
    """Returns the rules for a world in which RATE seconds pass in a real second.

    Durations, windows and offsets become shorter, and the per-second rates of the shown time are those of real time
    divided by RATE. An increase() is a number of calls, and the shorter window has as many as the shown one. The ages in
    the metrics are by the shown clocks already. The duration of a request is real and stays.
    """

    def shorter(match):
        return f"{int(match[1]) * UNITS[match[2]] * 1000 // RATE}ms"

    text = re.sub(r"(?<=for: )(\d+)([smhd])$", shorter, text, flags=re.MULTILINE)
    text = re.sub(r"(?<=\[)(\d+)([smhd])(?=\])", shorter, text)
    text = re.sub(r"(?<=\boffset )(\d+)([smhd])\b", shorter, text)
    text = re.sub(r"\brate\(([^()]*)\)", rf"(rate(\1) / {RATE})", text)
    return text.replace("30 * 86400", f"30 * 86400 / {RATE}")


def names():
    """The names of the recommended alerts."""
    return re.findall(r"^ *- alert: (\w+)$", RULES.read_text(), re.MULTILINE)


class Prometheus:
    """A server of Prometheus that reads the backends' metrics."""

    def __init__(self, folder, backends):
        folder = Path(folder)
        folder.mkdir()
        (folder / "rules.yml").write_text(accelerated(RULES.read_text()))
        self.relays = [Relay(backend.url) for backend in backends]
        targets = json.dumps([relay.address for relay in self.relays])
        # A second is 24 s of the shown time; the rules expect at most 30 s.
        (folder / "prometheus.yml").write_text(
            "global: {scrape_interval: 1s, scrape_timeout: 1s, evaluation_interval: 1s}\n"
            "rule_files: [rules.yml]\n"
            "scrape_configs:\n"
            f"  - {{job_name: causeway-merchant, static_configs: [{{targets: {targets}}}]}}\n"
        )
        check = subprocess.run(
            ["promtool", "check", "config", folder / "prometheus.yml"], capture_output=True, text=True
        )
        if check.returncode != 0:
            raise ProgramError(f"promtool refuses the rules: {check.stdout}{check.stderr}")
        port = free_port()
        words = ["prometheus", f"--config.file={folder}/prometheus.yml", f"--storage.tsdb.path={folder}/data"]
        words += [f"--web.listen-address=127.0.0.1:{port}", "--log.level=warn"]
        url = f"http://127.0.0.1:{port}"
        self.program = Program("Prometheus", words, url, folder / "log", probe="/-/ready")

    def start(self):
        self.program.start()

    def end(self):
        self.program.end()
        for relay in self.relays:
            relay.end()

    def firing(self, start, end):
        """Returns the times at which each alert was firing, as pairs of seconds since 1970, by the alert's name."""
        times = {}
        # An answer has at most 11,000 points of a series.
        for first in range(int(start), int(end) + 1, 10_000):
            query = {
                "query": 'max by (alertname) (ALERTS{alertstate="firing"})', "start": first,
                "end": min(first + 9_999, int(end)), "step": 1,
            }
            for series in self.answer("query_range", query)["result"]:
                values = times.setdefault(series["metric"]["alertname"], [])
                values += [float(time) for time, _ in series["values"]]
        return {name: intervals(values) for name, values in times.items()}

    def answer(self, call, query):
        url = f"{self.program.url}/api/v1/{call}?{urllib.parse.urlencode(query)}"
        with urllib.request.urlopen(url, timeout=60) as answer:
            return json.load(answer)["data"]


class Relay:
    """Reads a backend's metrics every second, and hands the last ones on.

    Prometheus waits no longer for metrics than its interval, here a second. The backend may need three seconds for them,
    because it waits for the checks of /readyz; with the usual interval, Prometheus would wait.
    """

    def __init__(self, url):
        self.url = f"{url}/metrics"
        self.text = None
        self.is_over = threading.Event()
        relay = self

        class Metrics(Handler):
            def do_GET(self):
                text = relay.text
                self.answer(200 if text else 503, text or b"", "text/plain; version=0.0.4")

        self.server = LocalServer(Metrics)
        self.address = self.server.address
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        while not self.is_over.wait(1):
            try:
                with urllib.request.urlopen(self.url, timeout=10) as answer:
                    self.text = answer.read()
            except OSError:
                self.text = None  # Prometheus then counts the backend as down

    def end(self):
        self.is_over.set()
        self.server.end()


def intervals(times):
    """Joins the seconds in which an alert was firing."""
    result = []
    for time in sorted(times):
        if result and time - result[-1][1] <= 2:
            result[-1][1] = time
        else:
            result.append([time, time])
    return [tuple(pair) for pair in result]
