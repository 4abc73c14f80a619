"""A small file system for the ledger, which can become full."""

import os
import shutil
import subprocess
from pathlib import Path

SIZE = 3 << 30
TRIES = 50


class Disk:
    """A folder in a file system of its own, if this process may mount one."""

    def __init__(self, folder):
        self.folder = Path(folder)
        self.folder.mkdir()
        # The reason why the file system could not be mounted; None if it is mounted.
        self.reason = "only root may mount the small file system that is filled"
        if os.geteuid() == 0:
            self.reason = self.mount(SIZE)

    def mount(self, size, *options):
        """Mounts the file system, or gives it another size. Returns the reason if that is not possible."""
        words = ["mount", "-t", "tmpfs", "-o", ",".join([*options, f"size={size}", "mode=755"]), "tmpfs", self.folder]
        result = subprocess.run(words, capture_output=True, text=True)
        return None if result.returncode == 0 else result.stderr.strip() or "mount failed"

    @property
    def can_be_filled(self):
        return self.reason is None

    def fill(self):
        """Makes the file system as small as its contents, which leaves no byte free."""
        # The ledger grows meanwhile, and a size below the contents is refused.
        for _ in range(TRIES):
            state = os.statvfs(self.folder)
            reason = self.mount((state.f_blocks - state.f_bfree) * state.f_frsize, "remount")
            if reason is None:
                return
        raise OSError(f"the file system {self.folder} cannot be made full: {reason}")

    def free(self):
        reason = self.mount(SIZE, "remount")
        if reason:
            raise OSError(f"the file system {self.folder} cannot get its size again: {reason}")

    def used_bytes(self):
        return sum(file.stat().st_size for file in self.folder.rglob("*") if file.is_file())

    def remove(self):
        if self.can_be_filled:
            subprocess.run(["umount", "--lazy", str(self.folder)], check=True)
        shutil.rmtree(self.folder, ignore_errors=True)
