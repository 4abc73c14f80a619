"""The servers of the newspaper: its store, its backend, and the playground."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

NEWSSTAND = Path(__file__).resolve().parents[1]
APP = "com.example.newsstand"


class Server:
    """A server of `causeway` on a free port."""

    def __init__(self, program: str, words: list[str], log: Path, environment: dict[str, str] | None = None) -> None:
        with log.open("w") as errors:
            self._process = subprocess.Popen(
                [program, *words, "--port", "0"], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=errors,
                text=True, env={**os.environ, **(environment or {})})
        assert self._process.stdout is not None
        # The first line of each server ends with its address.
        self.address = self._process.stdout.readline().rpartition(" ")[2].strip()
        if not self.address:
            self.end()
            raise RuntimeError(f"causeway {' '.join(words)} did not start: {log.read_text()}")

    def end(self) -> None:
        self._process.terminate()
        self._process.wait()
        if self._process.stdout is not None:
            self._process.stdout.close()


class Newsstand:
    """A store that sells the newspaper, and the newspaper's backend with its pages.

    docs/backend.md starts the same servers.
    """

    def __init__(self, program: str, folder: Path) -> None:
        self._program = program
        self._folder = folder
        self._servers: list[Server] = []
        try:
            self.store = self._start("store", ["store", "serve", "--catalog", str(NEWSSTAND / "shop.storekit"),
                                               "--data", str(folder / "store"), "--app", APP])
            merchant = json.loads((folder / "store/merchant.json").read_text())
            self.address = self._start(
                "backend", ["merchant", "serve", "--merchant-id", merchant["merchant_id"], "--key-id",
                            merchant["key_id"], "--store", self.store, "--app", APP, "--site", str(NEWSSTAND),
                            "--ledger", str(folder / "ledger.sqlite")],
                {"ONSIDE_MERCHANT_SECRET": (folder / "store/merchant-secret").read_text().strip()})
        except BaseException:
            self.end()
            raise

    def _start(self, name: str, words: list[str], environment: dict[str, str] | None = None) -> str:
        server = Server(self._program, words, self._folder / f"{name}.log", environment)
        self._servers.append(server)
        return server.address

    def playground(self) -> str:
        """Serves the newspaper to a browser without an app, and returns its address. All prompts are approved."""
        profile = self._folder / "profile.json"
        profile.write_text('{ "answer": "approve" }')
        return self._start("playground", ["serve", "--proxy", self.address, "--store", self.store, "--app", APP,
                                          "--protocol", "onside", "--profile", str(profile)])

    def end(self) -> None:
        for server in reversed(self._servers):
            server.end()
