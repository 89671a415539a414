#!/usr/bin/env python3
"""Measures the same pictures with this tool and with a pipeline made of OpenCV, and prints both beside each other.

Found, errors and honesty as in accuracy.py; time by stage; wall time and peak memory of the whole process. Where the
system allows it, the run is pinned to one processor, so that both have one thread's worth.
"""

import argparse
import os
import statistics
import sys

from PIL import Image

import accuracy
import score
import tool
import truth

HERE = os.path.dirname(os.path.abspath(__file__))
PEER = os.path.join(HERE, "peers", "opencv_tool.py")
SCREEN = (1206, 2622)  # px; the size whose whole process is timed
DECODE = "decode"


class Contestant:
    """A program with the options that it needs, how often its process is run, and what that process contains."""

    def __init__(self, name, command, options, runs, process):
        self.name = name
        self.process = process
        self.command = command
        self.options = options
        self.runs = runs

    def measure(self, case_truth):
        """All runs on one picture."""
        arguments = ["measure", case_truth.picture, "--json", "--kind", "dial", "--scale", f"{case_truth.scale:g}"]
        return [tool.run([*self.command, *arguments, *self.options]) for _ in range(self.runs)]


class Result:
    """What came of one contestant on one folder."""

    def __init__(self, truths, runs):
        self.runs = runs
        cases = [score.score(t, r[0]) for t, r in zip(truths, runs)]
        self.summary = accuracy.Summary(cases, [statistics.median(x.seconds for x in r) for r in runs])

    def stages(self):
        """The median time of each stage over the pictures in ms, each picture's own being the median of its runs."""
        names = dict.fromkeys(k for runs in self.runs for r in runs for k in timings(r))
        own = lambda runs, name: statistics.median(timings(r).get(name, 0) for r in runs)
        return {name: statistics.median(own(runs, name) for runs in self.runs) for name in names}

    def after_decoding(self):
        """The median time of everything after decoding, ms."""
        total = lambda run: sum(v for k, v in timings(run).items() if k != DECODE)
        return statistics.median(statistics.median(total(r) for r in runs) for runs in self.runs)


def timings(run):
    """The stage times of a run in ms."""
    return (run.document or {}).get("timings", {})


def print_stages(contestants, results):
    """The stage times beside each other, and the ratio of all that follows decoding."""
    for contestant, result in zip(contestants, results):
        print(f"  {contestant.name}: " + ", ".join(f"{name} {ms:.1f}" for name, ms in result.stages().items()) + " ms")
    ours, peer = (r.after_decoding() for r in results)
    print(f"  after decoding: {ours:.1f} ms against {peer:.1f} ms, ratio {ours / peer:.2f}")


def print_process(contestants, truths, results):
    """Wall time and peak memory of the whole process on screens of one size."""
    for contestant, result in zip(contestants, results):
        runs = [r for t, rs in zip(truths, result.runs) if picture_size(t.picture) == SCREEN for r in rs]
        if runs:
            milliseconds = [1000 * r.seconds for r in runs]
            print(
                f"  {contestant.name}: {contestant.process} on {SCREEN[0]}×{SCREEN[1]}: "
                f"{statistics.median(milliseconds):.0f} ms (worst {max(milliseconds):.0f}), "
                f"peak memory {max(r.megabytes for r in runs):.0f} MB"
            )


def picture_size(path):
    """Width and height in px."""
    with Image.open(path) as picture:
        return picture.size


def pin_to_one_processor():
    """Confines this process and its children to one processor where the system allows it; returns what was done."""
    if not hasattr(os, "sched_setaffinity"):
        return "not pinned: this system cannot confine a process to one processor"
    processor = max(os.sched_getaffinity(0))
    os.sched_setaffinity(0, {processor})
    return "pinned to one processor"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tool", help="the built program")
    parser.add_argument("folders", nargs="+", help="folders of cases")
    parser.add_argument(
        "--runs", type=int, default=3, help="how often this tool's process is run on each picture (default 3)"
    )
    arguments = parser.parse_args()
    contestants = [
        Contestant("calque", [arguments.tool], ["--timings"], arguments.runs, "whole process"),
        Contestant("opencv", [sys.executable, PEER], [], 1, "whole process (with Python's imports, and three runs)"),
    ]
    print(pin_to_one_processor())
    for folder in arguments.folders:
        truths = truth.read_folder(folder)
        results = [Result(truths, [c.measure(t) for t in truths]) for c in contestants]
        print(f"\n== {os.path.basename(os.path.normpath(folder))}")
        accuracy.print_table([c.name for c in contestants], [r.summary for r in results])
        print_stages(contestants, results)
        print_process(contestants, truths, results)
        accuracy.print_honesty(results[0].summary)


if __name__ == "__main__":
    main()
