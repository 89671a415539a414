#!/usr/bin/env python3
"""Runs the tool on folders of dial cases and prints how right it is, and how honest its σ are.

Each folder holds NAME.png or NAME.jpg with NAME.json, of either truth format (see truth.py).
"""

import argparse
import collections
import math
import os
import statistics
import sys

import score
import tool
import truth

MEDIAN, RMS, MAXIMUM = "median", "rms", "max"


def median(values):
    return statistics.median(values) if values else math.nan


def rms(values):
    return math.sqrt(statistics.fmean(v * v for v in values)) if values else math.nan


def maximum(values):
    return max(values, default=math.nan)


class Summary:
    """All cases of one or more folders together."""

    def __init__(self, cases, seconds):
        self.cases = cases
        self.seconds = seconds
        self.counts = sum((c.counts for c in cases), collections.Counter())
        self.ends = [e for c in cases for e in c.ends]
        self.figures = collections.defaultdict(list)
        for figure in (f for c in cases for f in c.figures):
            self.figures[figure.kind].append(figure)

    def errors(self, name):
        """The absolute errors of the name over all cases."""
        return [abs(e) for c in self.cases for e in c.errors[name]]

    def rows(self):
        """The table's lines: what, and how it came out."""
        n = self.counts
        shares = lambda part, whole: f"{part}/{whole}"
        told = sum(a == b for a, b in self.ends)
        outcome = lambda name, digits, *kinds: "  ".join(
            f"{kind} {dict(median=median, rms=rms, max=maximum)[kind](self.errors(name)):.{digits}f}" for kind in kinds
        )
        yield "found", shares(sum(c.found for c in self.cases), len(self.cases))
        yield "other dials", n["other dials"]
        percent = 100 * n["missed"] / max(1, n["needed"])
        yield "ticks missed / needed", f"{shares(n['missed'], n['needed'])} ({percent:.2f} %)"
        yield "ticks invented", n["invented"]
        yield "weights wrong", shares(n["weight wrong"], n["matched"])
        zooms = " / ".join(str(n[f"zoom {verdict}"]) for verdict in ("right", "missing", "wrong"))
        yield "zooms right/missing/wrong", zooms
        yield "zooms not settled, null", n["zoom null"]
        yield "law not logarithmic", n["law wrong"]
        yield "ends told right", shares(told, len(self.ends))
        yield "notch shape right", shares(n["notch right"], n["notch right"] + n["notch wrong"])
        yield "notch decay error, pt", outcome("decay pt", 3, MEDIAN, MAXIMUM)
        yield "tick error, pt", outcome("tick pt", 4, RMS, MAXIMUM)
        yield "centre error, px", outcome("centre px", 3, MEDIAN, MAXIMUM)
        yield "radius error, px", outcome("radius px", 3, MEDIAN, MAXIMUM)
        yield "perOctave error, pt", outcome("perOctave pt", 4, MEDIAN, MAXIMUM)
        yield "perOctaveAtRim error, pt", outcome("perOctaveAtRim pt", 4, MEDIAN, MAXIMUM)
        for name in ("full", "gone", "at"):
            yield f"{name} error, °", outcome(f"{name} °", 3, MEDIAN, MAXIMUM)
        yield "whole process, ms", f"median {1000 * median(self.seconds):.0f}  max {1000 * maximum(self.seconds):.0f}"

    def honesty(self):
        """By kind of figure: name, n, shares within σ and 2σ, and the median σ over the rms error."""
        for kind, figures in self.figures.items():
            known = [f for f in figures if f.sigma is not None]
            if not known:
                yield kind, 0, math.nan, math.nan, math.nan
                continue
            share = lambda times: sum(abs(f.error) < times * f.sigma for f in known) / len(known)
            yield kind, len(known), share(1), share(2), median([f.sigma for f in known]) / max(
                1e-12, rms([f.error for f in known])
            )


def measure_folder(program, folder, options, verbose):
    """Scores the tool on every case of the folder."""
    cases, seconds = [], []
    for case_truth in truth.read_folder(folder):
        run = tool.measure(program, case_truth.picture, case_truth.scale, options)
        cases.append(score.score(case_truth, run))
        seconds.append(run.seconds)
        if verbose:
            print(describe(cases[-1], run), flush=True)
    return Summary(cases, seconds)


def describe(case, run):
    """One case in a line."""
    n = case.counts
    wrong_ends = " ".join(f"{b} want {a}" for a, b in case.ends if a != b)
    error = lambda name, digits: f"{rms(case.errors[name]):.{digits}f}"
    return (
        f"{case.name}: {case.note} centre {error('centre px', 3)} px, radius {error('radius px', 3)} px, "
        f"ticks {error('tick pt', 4)} pt, "
        f"missed {n['missed']}/{n['needed']}, invented {n['invented']}, weight {n['weight wrong']} wrong, "
        f"zoom {n['zoom right']}/{n['zoom missing']}/{n['zoom wrong']}, {n['zoom null']} null, "
        f"octave {error('perOctave pt', 4)} pt, "
        f"decay {error('decay pt', 2)} pt, {wrong_ends or 'ends right'}, {1000 * run.seconds:.0f} ms"
    )


def print_table(names, summaries):
    """The summaries side by side."""
    columns = [list(s.rows()) for s in summaries]
    width = max(max(map(len, names)), 30) + 2
    print(" " * 28 + "".join(f"{n:>{width}}" for n in names))
    for line in zip(*columns):
        print(f"{line[0][0]:28}" + "".join(f"{str(value):>{width}}" for _, value in line))


def print_honesty(summary):
    """How often the error stays within σ and 2σ, by kind and with every kind counting equally."""
    rows = list(summary.honesty())
    print(f"{'σ honesty':16}{'n':>6}{'< σ':>9}{'< 2σ':>9}{'σ / rms':>10}")
    for kind, n, one, two, ratio in rows:
        print(f"{kind:16}{n:6}{100 * one:8.1f}%{100 * two:8.1f}%{ratio:10.2f}")
    known = [r for r in rows if r[1]]
    if known:
        one, two, ratio = (statistics.fmean(r[i] for r in known) for i in (2, 3, 4))
        print(f"{'kinds equally':16}{len(known):6}{100 * one:8.1f}%{100 * two:8.1f}%{ratio:10.2f}")


def print_outliers(summary, count):
    """The figures whose errors are the most σ off."""
    figures = [
        (abs(f.error) / max(1e-12, f.sigma), c.name, f) for c in summary.cases for f in c.figures if f.sigma is not None
    ]
    for ratio, name, f in sorted(figures, key=lambda x: -x[0])[:count]:
        print(f"  {name} {f.kind}: error {f.error:+.4f}, σ {f.sigma:.4f} ({ratio:.1f} σ)")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tool", help="the built program")
    parser.add_argument("folders", nargs="*", help="default: cases/dial and cases/dial_plain under $CALQUE_SHARED")
    parser.add_argument("--rows", action="store_true", help="a line for every case")
    parser.add_argument(
        "--outliers", type=int, default=0, metavar="N", help="print the N figures that are the most σ off"
    )
    parser.add_argument("--option", action="append", default=[], help="a further argument for the tool")
    arguments = parser.parse_args()
    folders = arguments.folders
    if not folders:
        shared = os.environ.get("CALQUE_SHARED")
        if not shared:
            sys.exit("accuracy.py: name a folder, or set CALQUE_SHARED")
        folders = [os.path.join(shared, "cases", name) for name in ("dial", "dial_plain")]
    summaries = [measure_folder(arguments.tool, f, arguments.option, arguments.rows) for f in folders]
    names = ["/".join(os.path.normpath(f).split(os.sep)[-2:]) for f in folders]
    together = Summary([c for s in summaries for c in s.cases], [t for s in summaries for t in s.seconds])
    if len(summaries) > 1:
        names, columns = names + ["together"], summaries + [together]
    else:
        columns = summaries
    print_table(names, columns)
    print_honesty(together)
    print_outliers(together, arguments.outliers)


if __name__ == "__main__":
    main()
