#!/usr/bin/env python3
"""Scores the tool's ranking of fonts, sizes and weights.

Two folders: screens with a labelled capsule (`cases/draw_dials.py`, or the shared `dial` cases), whose label is looked for
among sizes of 12 to 18 pt and four weights, and screens of ordinary controls (`cases/draw_pages.py`, or the shared `page`
cases), whose labels are looked for within 2 pt of their size in both weights. Printed are how often the truth came first,
how often it stood among those said to be indistinguishable, and what ink width alone would have said.
"""

import argparse
import glob
import json
import os

import tool

SIZES = "12:18:0.5"
WEIGHTS = "400,500,600,700"
# Chromium takes the bold face where a family has no semibold one.
NEAREST = {"DejaVu Sans": {600: 700}, "Noto Sans": {600: 700}, "Liberation Sans": {600: 700}}


def rank(path, binary, text, family, sizes, weights, place, scale):
    """Runs `TOOL type` on a picture."""
    command = [binary, "type", path, "--text", text, "--font", family, "--sizes", sizes, "--weights", weights]
    return tool.run(command + place + ["--scale", f"{scale:g}", "--json"])


class Score:
    """What the labels of one kind add up to."""

    def __init__(self, name, rows):
        self.name, self.rows = name, rows
        self.count = self.first = self.among = self.decided = self.wrong = self.by_width = 0
        self.ratios, self.seconds = [], []

    def add(self, label, truth, run):
        """Counts one label, whose truth is (size, weight)."""
        self.count += 1
        self.seconds.append(run.seconds)
        candidates = (run.document or {}).get("candidates")
        if not candidates:
            print(f"     {label}: exit code {run.code}")
            return
        is_truth = lambda c: abs(c["size"] - truth[0]) < 0.01 and c["weight"] == truth[1]
        best = candidates[0]
        right = is_truth(best)
        self.first += right
        self.among += any(is_truth(c) and c["withinNoise"] for c in candidates)
        self.decided += run.document["decided"]
        self.wrong += run.document["decided"] and not right
        self.by_width += is_truth(min(candidates, key=lambda c: abs(c["widthResidual"]["px"])))
        if right and len(candidates) > 1:
            self.ratios.append(candidates[1]["ratio"])
        if self.rows or not right:
            second = candidates[1] if len(candidates) > 1 else best
            place = next((i + 1 for i, c in enumerate(candidates) if is_truth(c)), None)
            print(
                f"     {label}: {truth[0]:g} {truth[1]} place {place}; best {best['size']:g} {best['weight']} "
                f"{best['correlation']:.5f}, next {second['size']:g} {second['weight']} x{second['ratio']:.2f} "
                f"{second['margin']:.1f} sigma, width {best['widthResidual']['px']:+.2f} px, contrast "
                f"{run.document['contrast']:+.2f}, undecided {run.document['undecided']}"
            )

    def summary(self):
        ratios = sorted(self.ratios)
        print(
            f"{self.name}: first in {self.first} of {self.count}, among the undecided in {self.among}, decided "
            f"{self.decided}, decided wrongly {self.wrong}; by width alone {self.by_width}"
        )
        if ratios:
            print(f"     the next leaves x{ratios[0]:.2f} at least, x{ratios[len(ratios) // 2]:.1f} in the median", end="")
            print(f"; {sorted(self.seconds)[len(self.seconds) // 2] * 1000:.0f} ms in the median")


def capsules(binary, folder, score):
    for path in sorted(glob.glob(os.path.join(folder, "*.json"))):
        truth = json.load(open(path))
        capsule, scale = truth.get("capsule"), truth["scale"]
        if not capsule or not capsule.get("text"):
            continue
        # Inside the capsule, a little around where a label stands.
        center = capsule["x"] + capsule["w"] / 2, capsule["y"] + capsule["h"] / 2
        at = ["--at", f"{center[0] * scale:g},{center[1] * scale:g}"]
        run = rank(
            path[:-4] + "png", binary, capsule["text"], capsule["family"], SIZES, WEIGHTS, at, scale)
        score.add(f"{os.path.basename(path)} {capsule['text']}", (capsule["font"], capsule["weight"]), run)


def labels(binary, folder, score):
    for path in sorted(glob.glob(os.path.join(folder, "*.json"))):
        truth = json.load(open(path))
        scale = truth["scale"]
        for text in (e for e in truth["elements"] if e["kind"] == "text"):
            middle = text["lineY"] + text["lineH"] / 2 if text["y"] is None else text["y"] + text["h"] / 2
            at = ["--at", f"{(text['x'] + text['w'] / 2) * scale:g},{middle * scale:g}"]
            sizes = f"{text['font'] - 2:g}:{text['font'] + 2:g}:0.5"
            weight = NEAREST.get(text["family"], {}).get(text["weight"], text["weight"])
            weights = WEIGHTS if text["family"] == "Inter" else "400,700"
            run = rank(path[:-4] + "png", binary, text["text"], text["family"], sizes, weights, at, scale)
            score.add(f"{os.path.basename(path)} {text['family']} {text['text']}", (text["font"], weight), run)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tool", help="the program")
    parser.add_argument("--dials", default=None, help="folder of screens with a labelled capsule")
    parser.add_argument("--pages", default=None, help="folder of screens of ordinary controls")
    parser.add_argument("--rows", action="store_true", help="print every label, not only the wrong ones")
    options = parser.parse_args()
    shared = os.environ.get("CALQUE_SHARED", "")
    for kind, folder, run in (
        ("capsules", options.dials or os.path.join(shared, "cases/dial"), capsules),
        ("labels", options.pages or os.path.join(shared, "cases/page"), labels),
    ):
        if not os.path.isdir(folder):
            print(f"{kind}: skipped, no folder {folder}")
            continue
        score = Score(kind, options.rows)
        run(options.tool, folder, score)
        score.summary()


if __name__ == "__main__":
    main()
