#!/usr/bin/env python3
"""Runs the tool on the real pictures under $CALQUE_SHARED/data/real and judges what their source code tells of them.

Judged: the CameraZoomWheel frames, the cross-fade, SwiftClockUI's clocks with sixty dots, and that no dial is invented
where there is none. Everything else in which a dial may or may not be seen is listed without a verdict.
"""

import argparse
import glob
import os
import sys

import tool

WHEEL_RIM, WHEEL_RADIUS, WHEEL_TOLERANCE = 161.73, 158.43, 0.004  # px, px, relative
DOT_STEP, DOT_TOLERANCE = 6, 0.05  # degrees
WITHOUT_DIAL = ("screens", "pills", "tabs", "labels")
LISTED = ("dials", "rulers", "arcs", "circles", "colour", "diff", "diff_aa")
WHEELS = ("CameraZoomWheel__frame22_dial", "CameraZoomWheel__frame26_dial_2.4x")
CROSS_FADE = "CameraZoomWheel__frame19_crossfade_in"
CLOCKS = (
    "SwiftClockUI__testDefaultClockView.1",
    "SwiftClockUI__testClockViewWithFace.1",
    "SwiftClockUI__testClockViewDifferentColors.1",
)


def describe(run):
    """What the tool says of a picture, in a line."""
    dials = [
        f"dial at ({d['center']['x']:.2f}, {d['center']['y']:.2f}), radius {d['radius']['px']:.2f}, "
        f"rim {rim_of(d) or 'none'}, "
        f"{len(d['ticks'])} ticks, law {(d.get('law') or {}).get('kind')}, confidence {d.get('confidence', 0):.2f}"
        for d in run.elements()
    ]
    refused = ["refused as " + ", ".join(run.refusals())] if run.refusals() else []
    return "; ".join(dials + refused) or f"no dial (exit {run.code})"


def rim_of(dial):
    """The rim's radius, or None."""
    rim = dial.get("rim")
    return rim and round(rim["px"], 2)


def wheel_is_right(run):
    """Whether the one dial has the wheel's rim, tick circle and law."""
    if len(run.elements()) != 1:
        return False
    dial = run.elements()[0]
    close = lambda told, true: told is not None and abs(told / true - 1) <= WHEEL_TOLERANCE
    return (
        close(rim_of(dial), WHEEL_RIM)
        and close(dial["radius"]["px"], WHEEL_RADIUS)
        and (dial.get("law") or {}).get("kind") == "logarithmic"
    )


def is_refused_as_blended(run):
    """Whether no dial is told and the refusal says why."""
    return not run.elements() and "blended" in run.refusals()


def clock_is_right(run):
    """Whether one dial has its sixty dots, each at its multiple of 6°."""
    return any(dots_are_right([t["angle"] for t in dial["ticks"]]) for dial in run.elements())


def dots_are_right(angles):
    """Whether the angles are the sixty multiples of 6°."""
    nearest = [round(a / DOT_STEP) for a in angles]
    return (
        len(angles) == 60
        and len({n % 60 for n in nearest}) == 60
        and all(abs(a - n * DOT_STEP) <= DOT_TOLERANCE for a, n in zip(angles, nearest))
    )


def worst_dot(run):
    """The count of ticks and their largest distance from a multiple of 6°."""
    angles = [t["angle"] for d in run.elements() for t in d["ticks"]]
    worst = max((abs(a - DOT_STEP * round(a / DOT_STEP)) for a in angles), default=0)
    return f"{len(angles)} ticks, at most {worst:.3f}° off"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tool", help="the built program")
    parser.add_argument("--listed", action="store_true", help="also list the pictures without a verdict")
    arguments = parser.parse_args()
    shared = os.environ.get("CALQUE_SHARED")
    if not shared:
        sys.exit("real.py: skipped, CALQUE_SHARED is not set")
    folder = os.path.join(shared, "data", "real")
    measured = lambda name: tool.measure(arguments.tool, os.path.join(folder, name))
    verdicts = []

    def judge(name, run, right, remark=""):
        verdicts.append(right)
        print(f"{'ok  ' if right else 'FAIL'} {name}: {describe(run)} {remark}".rstrip(), flush=True)

    for name in WHEELS:
        run = measured(f"dials/{name}.png")
        judge(name, run, wheel_is_right(run))
    run = measured(f"dials/{CROSS_FADE}.png")
    judge(CROSS_FADE, run, is_refused_as_blended(run))
    for name in CLOCKS:
        run = measured(f"dials/{name}.png")
        judge(name, run, clock_is_right(run), worst_dot(run))
    for category in WITHOUT_DIAL:
        runs = [(p, tool.measure(arguments.tool, p)) for p in pictures(folder, category)]
        invented = [(p, r) for p, r in runs if r.elements()]
        verdicts.append(not invented)
        print(f"{'FAIL' if invented else 'ok  '} {category}: {len(invented)} of {len(runs)} with a dial")
        for path, run in invented:
            print(f"       {os.path.basename(path)}: {describe(run)}")
    if arguments.listed:
        list_unjudged(arguments.tool, folder)
    print(f"{sum(verdicts)} of {len(verdicts)} right")
    sys.exit(0 if all(verdicts) else 1)


def pictures(folder, category):
    """All files of a category, whatever their format."""
    return sorted(p for p in glob.glob(os.path.join(folder, category, "**"), recursive=True) if os.path.isfile(p))


def list_unjudged(program, folder):
    """What the tool says of the other pictures; of those outside `dials` only where it sees or refuses a dial."""
    for category in LISTED:
        paths = pictures(folder, category)
        runs = [(p, tool.measure(program, p)) for p in paths]
        print(
            f"---- {category}: a dial in {sum(bool(r.elements()) for _, r in runs)} of {len(runs)}, "
            f"refused in {sum(bool(r.refusals()) for _, r in runs)}"
        )
        for path, run in runs:
            if category == "dials" or run.elements() or run.refusals():
                print(f"     {os.path.basename(path)}: {describe(run)}")


if __name__ == "__main__":
    main()
