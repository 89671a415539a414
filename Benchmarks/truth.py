"""Reads the truth of a dial case, of either format, into one form.

Two programs draw the cases: Chromium (lengths in points along the tick circle) and a supersampling one (degrees, and the
rim in pixels). Here everything is in pixels of the picture and degrees clockwise from twelve o'clock.
"""

import dataclasses
import glob
import json
import math
import os

FULL, GONE = 0.99, 0.01  # the envelope's values at an end's `full` and `gone`
PICTURES = (".png", ".jpg")


@dataclasses.dataclass
class Tick:
    angle: float
    major: bool
    zoom: float
    strength: float
    outer: float
    needed: bool


@dataclasses.dataclass
class End:
    """One end; `judged` is false where the picture does not tell its kind."""

    kind: str
    judged: bool
    full: float = None
    gone: float = None
    at: float = None


@dataclasses.dataclass
class Truth:
    name: str
    picture: str
    scale: float
    cx: float
    cy: float
    radius: float
    rim: float  # None where the drawing program does not draw it exactly, or there is none
    per_octave: float  # arc length on `radius`
    per_octave_at_rim: float  # None without an exact rim
    notch_depth: float
    notch_decay: float
    ticks: list
    ends: dict  # "leading", "trailing"

    def settles_zooms(self):
        """Whether the gaps of the majors in view tell their values: three or more whose gaps are not all alike."""
        angles = [t.angle for t in self.ticks if t.needed and t.major]
        gaps = [b - a for a, b in zip(angles, angles[1:])]
        return len(gaps) >= 2 and max(gaps) > 1.02 * min(gaps)

    def arc(self, degrees):
        """The arc length on the tick circle, in points."""
        return math.radians(degrees) * self.radius / self.scale


def read_folder(folder):
    """The truths of all cases of a folder, in the order of their names."""
    return [read(path) for path in sorted(glob.glob(os.path.join(folder, "*.json")))]


def read(path):
    """The truth in the file `path`, with the picture beside it."""
    with open(path, encoding="utf-8") as f:
        t = json.load(f)
    stem = os.path.splitext(path)[0]
    picture = next(stem + suffix for suffix in PICTURES if os.path.exists(stem + suffix))
    common = dict(name=os.path.basename(stem), picture=picture, scale=t["scale"])
    return Truth(**common, **(chromium(t) if "ppo" in t else supersampled(t)))


def strength(u, shape):
    """The envelope at u = distance to where it is gone, over the fade's extent."""
    if u <= 0:
        return 0.0
    if u >= 1 or shape == "clip":
        return 1.0
    return u if shape == "linear" else (1 - math.exp(-5 * u)) / (1 - math.exp(-5))


def extent(value, shape):
    """The u at which the envelope has the value."""
    return value if shape == "linear" else -math.log(1 - value * (1 - math.exp(-5))) / 5


def chromium(t):
    """The fields of a case that Chromium drew."""
    s, r = t["scale"], t["radius"]
    degrees = lambda arc: math.degrees(arc / r)
    tau = t["notchTau"] if t["notchDepth"] else 1

    def seen(arc):
        x = t["cx"] + (r - 8) * math.sin(arc / r)
        y = t["cy"] - (r - 8) * math.cos(arc / r)
        return 3 < x < t["w"] - 3 and 3 < y < t["h"] - 3

    ticks = []
    for x in t["ticks"]:
        value = strength((t["halfArc"] - abs(x["s"])) / t["fade"], t["end"])
        outer = (r - t["notchDepth"] * math.exp(-abs(x["s"]) / tau)) * s
        ticks.append(Tick(degrees(x["s"]), x["major"], x["z"], value, outer, value >= 0.2 and seen(x["s"])))
    ends = {
        name: end(ticks, sign, degrees(t["halfArc"]), degrees(t["fade"]), t["end"], seen(sign * t["halfArc"]))
        for name, sign in (("leading", -1), ("trailing", 1))
    }
    return dict(
        cx=t["cx"] * s,
        cy=t["cy"] * s,
        radius=r * s,
        rim=None,
        per_octave=t["ppo"] * s,
        per_octave_at_rim=None,
        notch_depth=t["notchDepth"] * s,
        notch_decay=t["notchTau"] * s,
        ticks=ticks,
        ends=ends,
    )


def supersampled(t):
    """The fields of a case of the supersampling program; the ticks end 8 pt inside the rim."""
    s, rim = t["scale"], t["radius"]
    radius = rim - 8 * s
    ticks = [Tick(x["deg"], x["thick"], x["zoom"], x["opacity"], radius, x["opacity"] >= 0.2) for x in t["ticks"]]
    shape = "clip" if t["end"] == "clip" else "linear"
    half, fade = t["fade_end_deg"], t["fade_end_deg"] - t["fade_start_deg"]
    ends = {
        name: end(ticks, sign, half, fade, shape, True, goes_on=True)
        for name, sign in (("leading", -1), ("trailing", 1))
    }
    return dict(
        cx=t["center"][0],
        cy=t["center"][1],
        radius=radius,
        rim=rim,
        per_octave=t["octave_pt"] * s * radius / rim,
        per_octave_at_rim=t["octave_pt"] * s,
        notch_depth=0,
        notch_decay=0,
        ticks=ticks,
        ends=ends,
    )


def end(ticks, sign, half, fade, shape, inside, goes_on=None):
    """The end on the side `sign`: the cut or fade where the scale goes on past `half`, else its own last tick."""
    last = max(sign * x.angle for x in ticks)
    if last > half if goes_on is None else goes_on:
        if shape == "clip":
            return End("clip", inside, at=sign * half)
        return End(
            "fade",
            inside,
            full=sign * (half - extent(FULL, shape) * fade),
            gone=sign * (half - extent(GONE, shape) * fade),
        )
    outermost = max(ticks, key=lambda x: sign * x.angle)
    return End("end", outermost.needed and outermost.strength >= FULL, at=outermost.angle)
