#!/usr/bin/env python3
"""Measures the real controls under $CALQUE_SHARED/data/real against the numbers in their source code.

Prints a row for each figure that the manifest states: truth, measured, error, σ. Where source and screen differ because
the system snapped or centred something, the row's truth is what the screen shows and its remark says why.
"""

import argparse
import json
import os
import sys

import tool

RINGS = ("ring", "arc")
SHAPES = ("rect", "roundedRect", "capsule", "circle")
TOLERANCE = 0.5  # px; layouts in the pictures stand on whole pixels
# Dynamic Type scales this button: rows 55 to 176 of the picture are full orange.
SCALED_BY_TYPE = {"sparkbutton__test11.filledVariant-pillShape-mediumSize-light-extraSmall.png": 122}
RADIUS_TOLERANCE = 0.02  # relative, or 0.6 px


class Table:
    def __init__(self):
        self.rows = []

    def add(self, picture, what, truth, measured, tolerance=TOLERANCE, remark=""):
        """A row; `measured` is a length object, a number, a word or None."""
        sigma = None
        if isinstance(measured, dict):
            measured, sigma = measured["px"], measured.get("sigmaPx")
        if isinstance(truth, (int, float)) and not isinstance(truth, bool) and isinstance(measured, (int, float)):
            error = measured - truth
            right = abs(error) <= tolerance
        else:
            error, right = None, measured == truth
        self.rows.append((right, picture, what, truth, measured, error, sigma, remark))

    def print(self):
        show = lambda v: f"{v:.3f}".rstrip("0").rstrip(".") if isinstance(v, float) else str(v)
        print("| | picture | figure | truth | measured | error | σ | |\n|---|---|---|---|---|---|---|---|")
        for right, picture, what, truth, measured, error, sigma, remark in self.rows:
            cells = ("ok" if right else "WRONG", picture, what, show(truth), show(measured),
                     "" if error is None else f"{error:+.3f}", "" if sigma is None else f"{sigma:.3f}", remark)  # fmt: skip
            print("| " + " | ".join(cells) + " |")
        print(f"{sum(r[0] for r in self.rows)} of {len(self.rows)} figures right")

    @property
    def is_right(self):
        return all(r[0] for r in self.rows)


def nearest(elements, value, of):
    """The element whose `of` comes closest to a value."""
    return min((e for e in elements if of(e) is not None), key=lambda e: abs(of(e) - value), default=None)


def largest(elements):
    return max(elements, key=lambda e: e["frame"]["width"] * e["frame"]["height"], default=None)


def edge(ring, side):
    return None if ring is None else ring["radius"]["px"] + side * ring["lineWidth"]["px"] / 2


def rings(table, name, truth, run):
    """Progress rings, clock borders and round tracks."""
    found = [e for kind in RINGS for e in run.elements(kind)]
    for circle in run.elements("circle"):  # filled ones with a line around them
        if circle["stroke"]:
            width = circle["stroke"]["width"]
            radius = dict(width, px=circle["midlineWidth"]["px"] / 2 - width["px"] / 2)
            found.append({"radius": radius, "lineWidth": width, "center": {"x": circle["frame"]["x"] + radius["px"] + width["px"] / 2}})
    if "mid_r_px" in truth:
        best = nearest(found, truth["mid_r_px"], lambda e: e["radius"]["px"])
        table.add(name, "radius", truth["mid_r_px"], best and best["radius"])
        table.add(name, "line width", truth["stroke_px"], best and best["lineWidth"])
        table.add(name, "centre x", truth["centre_px"][0], best and best["center"]["x"])
    if "sweep_deg" in truth:
        arcs = run.elements("arc")
        best = nearest(arcs, truth["sweep_deg"], lambda e: e["to"] - e["from"])
        table.add(name, "sweep, degrees", truth["sweep_deg"], best and best["to"] - best["from"], 0.3)
        table.add(name, "caps", truth["cap"], best and best["caps"])
    for count, word in ((4, "four_rings"), (2, "two_rings")):
        if truth.get(word):
            radii = [e for e in found if abs(e["radius"]["px"] - truth["mid_r_px"]) < 2]
            centers = {(round(e["center"]["x"] / 20), round(e["center"]["y"] / 20)) for e in radii}
            table.add(name, "rings of that radius", count, len(centers), 0)
    for key, side in (("outer_ring_outer_r_px", 1), ("outer_ring_inner_r_px", -1), ("border_outer_r_px", 1),
                      ("border_inner_r_px", -1), ("outer_r_px", 1), ("inner_r_px", -1)):  # fmt: skip
        if key in truth and "mid_r_px" not in truth:
            best = nearest(found, truth[key], lambda e: edge(e, side))
            table.add(name, ("outer" if side > 0 else "inner") + " edge's radius", truth[key], edge(best, side))
    for key in ("outer_ring_stroke_pt", "inner_ring_stroke_pt"):
        if key in truth:
            value = truth[key] * truth["scale"]
            best = nearest(found, value, lambda e: e["lineWidth"]["px"])
            table.add(name, key.split("_stroke")[0].replace("_", " ") + "'s line width", value, best and best["lineWidth"])


def pills(table, name, truth, run):
    """Buttons of one shape."""
    found = [e for kind in SHAPES for e in run.elements(kind)]
    if str(truth.get("fill", "")).startswith("none, no outline"):
        table.add(name, "shapes", 0, len(found), 0, "a ghost button shows its text alone")
        return
    best, scale = largest(found), truth["scale"]
    height = truth.get("height_px_in_image") or truth.get("height_px") or truth.get("height_pt", 0) * scale
    height = SCALED_BY_TYPE.get(name, height)
    outlined = "border_pt" in truth
    if height:
        remark = "the stroke is centred on the frame" if outlined else ""
        if "height_px_in_image" in truth:
            remark = "168 in code, snapped outwards by the system"
        table.add(name, "height", height + (truth["border_pt"] * scale if outlined else 0), best and best["midlineHeight"], remark=remark)
    radius = truth.get("corner_radius_px") or truth.get("corner_radius_pt", 0) * scale
    if radius:
        radius += truth["border_pt"] * scale / 2 if outlined else 0
        best = nearest([e for e in found if e["cornerRadius"]], radius, lambda e: e["cornerRadius"]["px"])
        table.add(name, "corner radius", radius, best and best["cornerRadius"], max(0.6, RADIUS_TOLERANCE * radius))
    if "spark" in name:
        # The older library's snapshots follow a circle to 0.01 px, the newer one's the system's continuous curve.
        style = "continuous" if "spark-ios" in name else "circular"
        table.add(name, "corner style", style, best and best["cornerStyle"])
    if "border_pt" in truth:
        table.add(name, "stroke", truth["border_pt"] * scale, best and best.get("stroke") and best["stroke"]["width"])


def circles(table, name, truth, run):
    if "r_px" in truth:
        best = largest(run.elements("circle"))
        table.add(name, "diameter", 2 * truth["r_px"], best and best["midlineWidth"])
    elif "border_px" in truth:
        best = largest(run.elements("rect"))
        table.add(name, "width", truth["size_px"][0], best and best["midlineWidth"])
        table.add(name, "border", truth["border_px"], best and best.get("stroke") and best["stroke"]["width"])
    else:
        rings(table, name, truth, run)


def tabs(table, name, truth, run):
    best = largest(run.elements("tabs"))
    if "selected" in truth:
        table.add(name, "segments", truth["segments"], best and len(best["segments"]), 0)
        table.add(name, "selected", truth["selected"], best["selected"] if best else "no tabs")
    if "inset_pt" in truth:
        table.add(name, "inset", truth["inset_pt"] * truth["scale"], best and best["inset"])
    if "indicator_px" in truth:
        frame = best and best["indicator"]
        for side, value in zip(("x", "y", "width", "height"), truth["indicator_px"]):
            table.add(name, f"indicator's {side}", value, frame and frame[side])
    if "corner_radius_px" in truth:
        shapes = [e for kind in SHAPES for e in run.elements(kind) if e["cornerRadius"]]
        close = nearest(shapes, truth["corner_radius_px"], lambda e: e["cornerRadius"]["px"])
        table.add(name, "corner radius", truth["corner_radius_px"], close and close["cornerRadius"], 0.9)


def rulers(table, name, truth, run):
    best = max(run.elements("ruler"), key=lambda e: len(e["ticks"]), default=None)
    step = truth.get("tick_step_px") or truth.get("tick_spacing_px")
    table.add(name, "step", step, best and best["step"], 0.05)
    for weight, key in (("major", "unit_tick_pt"), ("medium", "half_tick_pt"), ("minor", "fraction_tick_pt")):
        if key not in truth or best is None:
            continue
        ticks = [t for t in best["ticks"] if t["weight"] == weight]
        longest = max(ticks, key=lambda t: t["strength"], default=None)
        if longest is None and weight != "minor":
            continue  # none of these in sight
        for part, value in (("width", truth[key][0]), ("length", truth[key][1])):
            table.add(name, f"{weight} tick's {part}", value * truth["scale"], longest and longest[part])
    if "thumb_pt" in truth:
        width, height = (v * truth["scale"] for v in truth["thumb_pt"])
        shapes = [e for kind in SHAPES for e in run.elements(kind)]
        best = min(shapes, key=lambda e: abs(e["midlineWidth"]["px"] - width) + abs(e["midlineHeight"]["px"] - height), default=None)
        table.add(name, "thumb's width", width, best and best["midlineWidth"])
        table.add(name, "thumb's height", height, best and best["midlineHeight"])
        table.add(name, "thumb's corner radius", truth["thumb_corner_radius_pt"] * truth["scale"], best and best["cornerRadius"], 0.6)


def labels(table, name, truth, run, check):
    widths = (check or {}).get("ink_width_px_at_half_level", {})
    texts = run.elements("text")
    for word, width in widths.items():
        best = nearest(texts, width, lambda e: e["ink"]["width"])
        remark = "counted in whole pixels at half level"
        table.add(name, f"ink width of {word!r}", width, best and best["ink"]["width"], 1.2, remark)


JUDGES = {"arcs": rings, "circles": circles, "pills": pills, "tabs": tabs, "rulers": rulers}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tool", help="the built program")
    parser.add_argument("--only", help="pictures whose name contains this")
    arguments = parser.parse_args()
    shared = os.environ.get("CALQUE_SHARED")
    if not shared:
        sys.exit("real_controls.py: skipped, CALQUE_SHARED is not set")
    folder, table = os.path.join(shared, "data", "real"), Table()
    for line in open(os.path.join(folder, "manifest.jsonl"), encoding="utf-8"):
        entry = json.loads(line)
        name, truth = os.path.basename(entry["file"]), entry.get("truth") or {}
        if arguments.only and arguments.only not in name:
            continue
        is_round = entry["category"] == "dials" and ("outer_r_px" in truth or "border_outer_r_px" in truth)
        judge = rings if is_round else JUDGES.get(entry["category"])
        scale = 2 if name == "swift-snapshot-testing__testSwiftUIView_iOS.1.png" else truth.get("scale")
        if entry["category"] == "labels" and entry.get("independent_check"):
            labels(table, name, truth, tool.measure(arguments.tool, os.path.join(folder, entry["file"]), scale, kind=None), entry["independent_check"])
        elif judge and scale and truth:
            if scale != truth["scale"]:
                truth = {k: v for k, v in dict(truth, scale=scale).items() if not k.endswith("_px")}
            judge(table, name, truth, tool.measure(arguments.tool, os.path.join(folder, entry["file"]), scale, kind=None))
    table.print()
    sys.exit(0 if table.is_right else 1)


if __name__ == "__main__":
    main()
