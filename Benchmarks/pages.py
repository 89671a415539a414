#!/usr/bin/env python3
"""Scores the tool on folders of screens of ordinary controls (`cases/draw_pages.py`, or the shared `page` cases).

Shapes match at an IoU of 0.9; a text matches the line of its middle. Printed are F1, the errors of edges, radii, strokes
and ink, how often an error stays within σ and 2σ, and what was missed or invented. With `--levels N` the contrast of every
picture is first scaled down to N levels about its background.
"""

import argparse
import glob
import json
import os
import tempfile

import numpy as np
from PIL import Image

import tool

SHAPES = ("rect", "roundedRect", "capsule", "circle", "ring", "arc")
MATCH = 0.9  # IoU
ROUND = 1  # pt; a capsule at most so much off square may be called a circle


def overlap(a, b):
    """Intersection over union of two (x, y, w, h)."""
    w = min(a[0] + a[2], b[0] + b[2]) - max(a[0], b[0])
    h = min(a[1] + a[3], b[1] + b[3]) - max(a[1], b[1])
    return 0 if w <= 0 or h <= 0 else w * h / (a[2] * a[3] + b[2] * b[3] - w * h)


def box(frame):
    return frame["x"], frame["y"], frame["width"], frame["height"]


class Score:
    """What one folder adds up to."""

    def __init__(self):
        self.found = self.right_kind = 0
        self.missed, self.invented, self.texts_missed, self.texts_invented = [], [], [], []
        self.texts = 0
        self.errors = {}  # name: [(error, sigma)], px

    def add(self, name, error, sigma):
        self.errors.setdefault(name, []).append((error, sigma))

    def shapes(self, picture, truth, elements):
        scale = truth["scale"]
        left = [e for e in elements if e["kind"] in SHAPES]
        for t in (t for t in truth["elements"] if t["kind"] != "text"):
            frame = [t[k] * scale for k in "xywh"]
            best = max(left, key=lambda e: overlap(frame, box(e["frame"])), default=None)
            if best is None or overlap(frame, box(best["frame"])) < MATCH:
                if not t.get("optional"):
                    self.missed.append((picture, t["kind"], [round(v, 1) for v in frame], t.get("look")))
                continue
            left.remove(best)
            self.found += 1
            round_pair = {best["kind"], t["kind"]} <= {"circle", "capsule"} and abs(t["w"] - t["h"]) <= ROUND
            self.right_kind += best["kind"] == t["kind"] or round_pair
            if best["kind"] != t["kind"] and not round_pair:
                print(f"     {picture}: {t['kind']} at {[round(v) for v in frame]} called {best['kind']}")
            self.edges("edge", best, frame)
            self.shape_details(best, t, scale)
        thin = [t for t in truth["elements"] if t.get("optional")]
        for e in left:
            inside = lambda t: t["y"] * scale - 2 <= e["frame"]["y"] and e["frame"]["y"] + e["frame"]["height"] <= (t["y"] + t["h"]) * scale + 2
            if not any(inside(t) for t in thin):
                self.invented.append((picture, e["kind"], [round(v, 1) for v in box(e["frame"])]))

    def edges(self, name, element, frame):
        got, sides = box(element["frame"]), element.get("sigmaEdges") or {}
        sigma = element["sigmaPx"]
        self.add(name, got[0] - frame[0], sides.get("left", sigma))
        self.add(name, got[1] - frame[1], sides.get("top", sigma))
        self.add(name, got[0] + got[2] - frame[0] - frame[2], sides.get("right", sigma))
        self.add(name, got[1] + got[3] - frame[1] - frame[3], sides.get("bottom", sigma))

    def shape_details(self, e, t, scale):
        if t["kind"] in ("roundedRect", "capsule") and e.get("cornerRadius"):
            self.add("radius", e["cornerRadius"]["px"] - t["radius"] * scale, e["cornerRadius"]["sigmaPx"])
        elif t["kind"] in ("roundedRect", "capsule"):
            self.add("radius", 99, 0)
        if t["kind"] == "ring" and e.get("lineWidth"):
            self.add("ring line", e["lineWidth"]["px"] - t["stroke"] * scale, e["lineWidth"]["sigmaPx"])
        elif t.get("stroke") and e.get("stroke"):
            self.add("stroke", e["stroke"]["width"]["px"] - t["stroke"] * scale, e["stroke"]["width"]["sigmaPx"])

    def read_texts(self, picture, truth, elements):
        scale = truth["scale"]
        left = [e for e in elements if e["kind"] == "text"]
        for t in (t for t in truth["elements"] if t["kind"] == "text"):
            self.texts += 1
            x, y, reach = (t["x"] + t["w"] / 2) * scale, (t["lineY"] + t["lineH"] / 2) * scale, t["lineH"] * scale * 0.3
            def hits(e):
                f = e["frame"]
                return f["x"] - 2 <= x <= f["x"] + f["width"] + 2 and f["y"] - reach <= y <= f["y"] + f["height"] + reach
            hit = next((e for e in left if hits(e)), None)
            if hit is None:
                self.texts_missed.append((picture, t["text"]))
                continue
            left.remove(hit)
            ink, sides = hit.get("ink") or hit["frame"], hit.get("sigmaEdges") or {}
            both = lambda a, b: (sides.get(a, hit["sigmaPx"]) ** 2 + sides.get(b, hit["sigmaPx"]) ** 2) ** 0.5
            self.add("ink width", ink["width"] - t["w"] * scale, both("left", "right"))
            self.add("ink height", ink["height"] - t["h"] * scale, both("top", "bottom"))
            if t.get("baseline") is not None and hit.get("baseline"):
                self.add("baseline", hit["baseline"]["px"] - t["baseline"] * scale, hit["baseline"]["sigmaPx"])
        self.texts_invented += [(picture, [round(v) for v in box(e["frame"])]) for e in left]

    def report(self, name, rows):
        f1 = 2 * self.found / max(1, 2 * self.found + len(self.missed) + len(self.invented))
        print(f"{name}: F1 {f1:.3f} (found {self.found}, missed {len(self.missed)}, invented {len(self.invented)}), "
              f"kind {self.right_kind}/{self.found}; texts {self.texts - len(self.texts_missed)}/{self.texts}, "
              f"invented {len(self.texts_invented)}")  # fmt: skip
        for what, pairs in self.errors.items():
            e, s = np.abs([p[0] for p in pairs]), np.array([p[1] for p in pairs], float)
            print(f"     {what}: median {np.median(e):.3f}, p95 {np.quantile(e, .95):.3f}, worst {e.max():.2f} px; "
                  f"{np.mean(e <= s):.0%} < σ, {np.mean(e <= 2 * s):.0%} < 2σ, median σ {np.median(s):.3f} ({len(e)})")  # fmt: skip
        if rows:
            for title, list_ in (("missed", self.missed), ("invented", self.invented), ("text missed", self.texts_missed),
                                 ("text invented", self.texts_invented)):  # fmt: skip
                for row in list_:
                    print(f"     {title}:", *row)


def lowered(picture, truth, levels, folder):
    """A copy with its contrast scaled down, as a file."""
    pixels = np.asarray(Image.open(picture).convert("RGB")).astype(float)
    ground = np.array([int(truth["background"][i : i + 2], 16) for i in (1, 3, 5)], float)
    largest = np.abs(pixels - ground).max()
    path = os.path.join(folder, os.path.basename(picture))
    Image.fromarray(np.rint(ground + (pixels - ground) * levels / largest).clip(0, 255).astype(np.uint8)).save(path)
    return path


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tool", help="the built program")
    parser.add_argument("folder", nargs="+", help="folders of NAME.png with NAME.json")
    parser.add_argument("--levels", type=int, help="scale the contrast down to this many levels")
    parser.add_argument("--rows", action="store_true", help="list what was missed and invented")
    arguments = parser.parse_args()
    for folder in arguments.folder:
        score, times = Score(), []
        with tempfile.TemporaryDirectory() as scratch:
            for source in sorted(glob.glob(os.path.join(folder, "*.json"))):
                truth, picture = json.load(open(source)), source[:-5] + ".png"
                path = lowered(picture, truth, arguments.levels, scratch) if arguments.levels else picture
                run = tool.measure(arguments.tool, path, truth["scale"], kind=None)
                times.append(run.seconds)
                elements = (run.document or {}).get("elements", [])
                score.shapes(os.path.basename(picture), truth, elements)
                score.read_texts(os.path.basename(picture), truth, elements)
        score.report(os.path.basename(os.path.normpath(folder)), arguments.rows)
        print(f"     whole process: median {np.median(times) * 1e3:.0f} ms")


if __name__ == "__main__":
    main()
