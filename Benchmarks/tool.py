"""Runs the tool on a picture and hands back what it prints, with the time and memory that the process took."""

import dataclasses
import json
import os
import tempfile
import time


@dataclasses.dataclass
class Run:
    document: dict  # None where nothing readable was printed
    code: int
    seconds: float  # wall time of the whole process
    megabytes: float  # its peak resident memory

    def elements(self, kind="dial"):
        """The elements of the kind."""
        return [e for e in (self.document or {}).get("elements", []) if e["kind"] == kind]

    def refusals(self):
        """The codes of what was seen and refused."""
        return [r["code"] for r in (self.document or {}).get("refused", [])]


def measure(tool, picture, scale=None, options=(), kind="dial"):
    """Runs `TOOL measure PICTURE --json`, for one kind of element or, with None, for all."""
    command = [tool, "measure", picture, "--json", *(["--kind", kind] if kind else []), *options]
    return run(command + (["--scale", f"{scale:g}"] if scale else []))


def run(command):
    """Runs a command that prints one JSON object."""
    with tempfile.TemporaryFile() as output, open(os.devnull, "wb") as silence:
        start = time.perf_counter()
        actions = [(os.POSIX_SPAWN_DUP2, output.fileno(), 1), (os.POSIX_SPAWN_DUP2, silence.fileno(), 2)]
        child = os.posix_spawnp(command[0], command, os.environ, file_actions=actions)
        _, status, usage = os.wait4(child, 0)
        seconds = time.perf_counter() - start
        output.seek(0)
        text = output.read().decode(errors="replace")
    try:
        document = json.loads(text)
    except ValueError:
        document = None
    return Run(document, os.waitstatus_to_exitcode(status), seconds, usage.ru_maxrss / MAXRSS_PER_MEGABYTE)


# Linux counts kilobytes, macOS bytes.
MAXRSS_PER_MEGABYTE = 1e6 if os.uname().sysname == "Darwin" else 1e3
