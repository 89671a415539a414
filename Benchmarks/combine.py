#!/usr/bin/env python3
"""Measures series of pictures of one dial at different zooms with `measure A B C --combine`, against each picture alone.

The folder holds series NAME-1, NAME-2 … as cases/draw_dials.py draws them with --zooms.
"""

import argparse
import collections
import statistics

import score
import tool
import truth


def series(folder):
    """The truths of the folder by the series' names."""
    groups = collections.defaultdict(list)
    for case_truth in truth.read_folder(folder):
        groups[case_truth.name.rsplit("-", 1)[0]].append(case_truth)
    return groups


def figures(case):
    """The figures of a case that a series shares, by kind."""
    return {
        f.kind: f for f in case.figures if f.kind in ("centre x", "centre y", "radius", "notch depth", "notch decay")
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tool", help="the built program")
    parser.add_argument("folder", help="the folder of the series")
    arguments = parser.parse_args()
    for name, truths in series(arguments.folder).items():
        alone = [figures(score.score(t, tool.measure(arguments.tool, t.picture, t.scale))) for t in truths]
        others = [t.picture for t in truths[1:]]
        run = tool.measure(arguments.tool, truths[0].picture, truths[0].scale, [*others, "--combine"])
        together = score.score(truths[0], run)
        print(f"{name}: {len(truths)} pictures {together.note}")
        for kind, f in figures(together).items():
            errors = [abs(a[kind].error) for a in alone if kind in a]
            apart = f"{statistics.median(errors):.3f} in the median of {len(errors)} alone" if errors else "none alone"
            sigma = "none" if f.sigma is None else f"{f.sigma:.3f}"
            print(f"  {kind}: error {f.error:+.3f} px (σ {sigma}), {apart}")


if __name__ == "__main__":
    main()
