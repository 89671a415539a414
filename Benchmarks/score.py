"""Scores what the tool says of one dial against its truth."""

import collections
import dataclasses
import math

LOST = 10  # px; a centre farther off is another dial
SAME_TICK = 1.0  # pt of arc within which a tick is the true one
SAME_ZOOM = 0.02


@dataclasses.dataclass
class Figure:
    """One figure with the σ that the tool gives it; None where it gives none."""

    kind: str
    error: float
    sigma: float


@dataclasses.dataclass
class Case:
    name: str
    found: bool = False
    note: str = ""
    counts: collections.Counter = dataclasses.field(default_factory=collections.Counter)
    figures: list = dataclasses.field(default_factory=list)
    errors: dict = dataclasses.field(default_factory=lambda: collections.defaultdict(list))  # in pt or degrees, by name
    ends: list = dataclasses.field(default_factory=list)  # (truth, told) of every judged end

    def figure(self, kind, told, true, sigma):
        """Adds a figure where the tool gives one."""
        if told is not None:
            self.figures.append(Figure(kind, told - true, sigma))


def px(length):
    """The value and σ of a length `{"px", "sigmaPx"}`, or of null."""
    return ((length or {}).get("px"), (length or {}).get("sigmaPx"))


def score(truth, run):
    """The score of one case."""
    case = Case(truth.name)
    dials = run.elements()
    distance = lambda e: math.hypot(e["center"]["x"] - truth.cx, e["center"]["y"] - truth.cy)
    dial = min(dials, key=distance, default=None)
    case.counts["needed"] = sum(t.needed for t in truth.ticks)
    if dial is None or distance(dial) > LOST:
        case.counts["missed"] = case.counts["needed"]
        case.counts["other dials"] = len(dials)
        off = f"{distance(dial):.1f} px off" if dial else f"exit {run.code}"
        case.note = " ".join(["LOST", off, *run.refusals()])
        return case
    case.found = True
    case.counts["other dials"] = len(dials) - 1
    score_circle(case, truth, dial)
    score_ticks(case, truth, dial)
    score_law(case, truth, dial.get("law") or {})
    score_ends(case, truth, dial.get("ends") or {})
    score_notch(case, truth, dial.get("notch") or {})
    return case


def score_circle(case, truth, dial):
    """Centre, tick circle and rim."""
    center = dial["center"]
    case.figure("centre x", center["x"], truth.cx, center.get("sigmaX"))
    case.figure("centre y", center["y"], truth.cy, center.get("sigmaY"))
    radius, sigma = px(dial["radius"])
    case.figure("radius", radius, truth.radius, sigma)
    case.errors["centre px"].append(math.hypot(center["x"] - truth.cx, center["y"] - truth.cy))
    if radius is not None:
        case.errors["radius px"].append(radius - truth.radius)
    if truth.rim:
        rim, sigma = px(dial.get("rim"))
        case.figure("rim", rim, truth.rim, sigma)


def score_ticks(case, truth, dial):
    """Every tick that is told: whose it is, where it stands, its weight and its zoom."""
    used = set()
    for told in dial["ticks"]:
        index = min(range(len(truth.ticks)), key=lambda i: abs(truth.ticks[i].angle - told["angle"]))
        tick = truth.ticks[index]
        error = told["angle"] - tick.angle
        if abs(truth.arc(error)) > SAME_TICK or index in used:
            case.counts["invented"] += 1
            continue
        used.add(index)
        if not tick.needed:
            continue
        case.counts["matched"] += 1
        case.errors["tick pt"].append(truth.arc(error))
        case.figure("tick angle", told["angle"], tick.angle, told.get("sigmaAngle"))
        outer, sigma = px(told.get("outer"))
        case.figure("tick outer", outer, tick.outer, sigma)
        case.counts["weight wrong"] += (told["weight"] == "major") != tick.major
        zoom = told.get("zoom")
        case.counts[f"zoom {zoom_verdict(zoom, tick.zoom, truth.settles_zooms())}"] += 1
    case.counts["missed"] = sum(t.needed and i not in used for i, t in enumerate(truth.ticks))


def zoom_verdict(told, true, settled):
    """`right`, `wrong`, `null` where the picture does not settle it, and `missing` where it does and none is told."""
    if told is None:
        return "missing" if settled else "null"
    return "right" if abs(told / true - 1) < SAME_ZOOM else "wrong"


def score_law(case, truth, law):
    """The spacing law."""
    case.counts["law wrong"] += truth.settles_zooms() and law.get("kind") != "logarithmic"
    octave, sigma = px(law.get("perOctave"))
    case.figure("perOctave", octave, truth.per_octave, sigma)
    if octave is not None:
        case.errors["perOctave pt"].append((octave - truth.per_octave) / truth.scale)
    at_rim, _ = px(law.get("perOctaveAtRim"))
    if truth.per_octave_at_rim and at_rim is not None:
        case.errors["perOctaveAtRim pt"].append((at_rim - truth.per_octave_at_rim) / truth.scale)


def score_ends(case, truth, ends):
    """The kind of each end that can be told, and where it is if the kind is right."""
    for side, true in truth.ends.items():
        told = ends.get(side) or {}
        if not true.judged:
            continue
        case.ends.append((true.kind, told.get("kind")))
        if told.get("kind") != true.kind:
            continue
        for name in ("full", "gone", "at"):
            value, expected = told.get(name), getattr(true, name)
            if expected is None or value is None:
                continue
            case.figure(name, value, expected, told.get("sigma" + name.capitalize()))
            case.errors[f"{name} °"].append(value - expected)


def score_notch(case, truth, notch):
    """Whether there is a notch, its shape, depth and 1/e length."""
    expected = "exponential" if truth.notch_depth else "none"
    shape = notch.get("shape") or "none"
    case.counts["notch right" if shape == expected else "notch wrong"] += 1
    if shape == expected == "exponential":
        depth, sigma = px(notch.get("depth"))
        case.figure("notch depth", depth, truth.notch_depth, sigma)
        decay, sigma = px(notch.get("decay"))
        case.figure("notch decay", decay, truth.notch_decay, sigma)
        if decay is not None:
            case.errors["decay pt"].append((decay - truth.notch_decay) / truth.scale)
    elif shape != expected:
        case.note += f" notch {shape} want {expected}"
