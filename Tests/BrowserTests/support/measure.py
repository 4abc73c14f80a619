"""Measurements of a tab's processor time and memory."""

import json
import re


class Recording:
    """The work of a tab's main thread between two moments, as Chromium records it."""

    def __init__(self, browser, page):
        self.browser, self.page = browser, page

    def __enter__(self):
        # This mark identifies the tab's own process in the recording, which contains all processes of the browser.
        self.browser.start_tracing(page=self.page, categories=["toplevel", "devtools.timeline", "blink.user_timing"])
        self.page.evaluate("() => void performance.mark('causeway-recording')")
        return self

    def __exit__(self, *_):
        events = json.loads(self.browser.stop_tracing())["traceEvents"]
        [mark] = [event for event in events if event.get("name") == "causeway-recording"]
        thread = (mark["pid"], mark["tid"])
        self.process = mark["pid"]
        # `tdur` is the processor time of the thread, in microseconds. It does not include the time of other processes,
        # so a busy machine does not change the measurement.
        self.tasks = sorted(
            event["tdur"] / 1000 for event in events
            if event.get("name", "").endswith("RunTask") and (event["pid"], event["tid"]) == thread and "tdur" in event)

    @property
    def longest_task(self):
        """The processor time of the longest task, in milliseconds. A frame is drawn within one task."""
        return self.tasks[-1]


def own_memory(process):
    """Returns the memory of a process that no other process shares, in MiB."""
    with open(f"/proc/{process}/status") as file:
        return int(re.search(r"^RssAnon:\s+(\d+) kB", file.read(), re.MULTILINE).group(1)) / 1024


def heap(page):
    """Returns the memory of a tab's JavaScript values, in MiB."""
    session = page.context.new_cdp_session(page)
    session.send("HeapProfiler.collectGarbage")
    session.send("Performance.enable")
    metrics = {metric["name"]: metric["value"] for metric in session.send("Performance.getMetrics")["metrics"]}
    session.detach()
    return metrics["JSHeapUsedSize"] / 2**20
