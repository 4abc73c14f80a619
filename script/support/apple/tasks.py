"""Compiler runs in parallel. A run is skipped if its inputs have not changed."""

import concurrent.futures
import dataclasses
import hashlib
import json
import pathlib
import subprocess
import threading
import time


@dataclasses.dataclass(eq=False)
class Task:
    """One run of the compiler, which makes one Swift module."""

    # The task's name in the output, such as "macOS 13: Causeway".
    title: str
    command: list[str]
    # The file that the task writes, such as a .swiftmodule.
    output: pathlib.Path
    # The files that the task reads besides the outputs of `dependencies`.
    inputs: list[pathlib.Path]
    dependencies: list["Task"] = dataclasses.field(default_factory=list)
    # A function that judges the compiler's result, for tasks that the compiler must refuse. The function gets the exit
    # status and the output, and returns the problem, or None. Without this function, the compiler must succeed.
    judge: object = None

    def closure(self):
        """Returns all direct and indirect dependencies of this task, in the order of their titles."""
        found, open_tasks = set(), list(self.dependencies)
        while open_tasks:
            task = open_tasks.pop()
            if task not in found:
                found.add(task)
                open_tasks += task.dependencies
        return sorted(found, key=lambda task: task.title)


@dataclasses.dataclass
class Result:
    problem: str | None
    # A digest of the output. If the output is the same as before, tasks that depend on it do not run again.
    digest: str
    seconds: float
    was_skipped: bool = False


def digest_of(path):
    return hashlib.sha256(path.read_bytes()).hexdigest() if path.exists() else ""


class Runner:
    """Runs tasks in the order of their dependencies."""

    def __init__(self, jobs, compiler, say):
        self.jobs, self.compiler, self.say = jobs, compiler, say
        self.results, self.processes = {}, set()
        self.lock = threading.Lock()
        self.is_stopped = False

    def run(self, tasks):
        """Runs tasks and their dependencies. A task is left out if one of its dependencies has failed."""
        waiting = dict.fromkeys(task for each in tasks for task in [*each.closure(), each])
        with concurrent.futures.ThreadPoolExecutor(self.jobs) as pool:
            running = {}
            try:
                while waiting or running:
                    for task in [task for task in waiting if self.is_ready(task)]:
                        del waiting[task]
                        running[pool.submit(self.perform, task)] = task
                    if not running:
                        break
                    done, _ = concurrent.futures.wait(running, return_when=concurrent.futures.FIRST_COMPLETED)
                    for future in done:
                        self.finish(running.pop(future), future.result())
            except BaseException:
                self.stop()
                raise
        return [task for task in waiting]

    def is_ready(self, task):
        return all(each in self.results and not self.results[each].problem for each in task.dependencies)

    def finish(self, task, result):
        self.results[task] = result
        if result.problem:
            self.say(f"{task.title}: FAILED\n{result.problem}")
        elif not result.was_skipped:
            self.say(f"{task.title} ({result.seconds:.1f} s)")

    def stop(self):
        """Ends the running compilers, so that an interrupt does not wait for them."""
        with self.lock:
            self.is_stopped = True
            for process in self.processes:
                process.terminate()

    def key(self, task):
        parts = [self.compiler, *task.command]
        parts += [f"{path}:{digest_of(path)}" for path in task.inputs]
        parts += [f"{each.output}:{self.results[each].digest}" for each in task.closure()]
        return hashlib.sha256("\0".join(parts).encode()).hexdigest()

    def perform(self, task):
        stamp = task.output.with_name(task.output.name + ".stamp")
        key = self.key(task)
        if stamp.exists():
            known = json.loads(stamp.read_text())
            if known["key"] == key and known["digest"] == digest_of(task.output):
                return Result(None, known["digest"], 0, was_skipped=True)
        stamp.unlink(missing_ok=True)
        task.output.unlink(missing_ok=True)
        task.output.parent.mkdir(parents=True, exist_ok=True)
        start = time.monotonic()
        status, text = self.compile(task.command)
        problem = task.judge(status, text) if task.judge else self.problem(status, text)
        seconds = time.monotonic() - start
        digest = digest_of(task.output)
        if problem is None:
            stamp.write_text(json.dumps({"key": key, "digest": digest}))
        return Result(problem, digest, seconds)

    def compile(self, command):
        with self.lock:
            if self.is_stopped:
                return -1, "it was stopped"
            process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
            self.processes.add(process)
        text, _ = process.communicate()
        with self.lock:
            self.processes.remove(process)
        return process.returncode, text

    @staticmethod
    def problem(status, text):
        # The compiler succeeds despite a warning in a module that it reads from an
        # interface, so any output is a problem.
        return None if status == 0 and not text.strip() else text or f"the compiler ended with {status}"
