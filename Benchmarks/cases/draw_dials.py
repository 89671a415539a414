#!/usr/bin/env python3
"""Draws camera-like screens with a zoom dial in headless Chromium, each with its truth as JSON.

The photographs come from scikit-image at run time and are stretched over the screen. Lengths in the truth are points: a
tick of zoom z stands `s` along the circle `radius` from twelve o'clock, its outer end lies on `radius`, and near the
pointer it is moved inwards by notchDepth * exp(-|s| / notchTau). The disc's edge is at `radius + rim`. Beyond `halfArc`
nothing is drawn; with `end` linear or exponential the strength falls to 0 there over `fade`.
"""

import argparse
import json
import math
import os
import random
import shutil
import subprocess
import tempfile

import numpy as np
import skimage.data
from PIL import Image, ImageFilter

PHOTOGRAPHS = ("rocket", "chelsea", "astronaut", "cat", "coffee")
DEVICES = (
    (375, 667, 2),
    (414, 896, 2),
    (375, 812, 3),
    (390, 844, 3),
    (393, 852, 3),
    (402, 874, 3),
    (430, 932, 3),
    (440, 956, 3),
)
MINIMUM_GAP = 1.5  # pt; a minor tick nearer to a major one is left out


def maybe(rng, share, usual, other):
    """`usual` with the probability `share`, else what `other` returns."""
    return usual if rng.random() < share else other()


def draw_parameters(seed):
    """The parameters of one screen, every one of them drawn from the seed alone."""
    rng = random.Random(seed)
    w, h, scale = rng.choice(DEVICES)
    radius = maybe(rng, 0.2, 240.0, lambda: round(rng.uniform(150, 300), 2))
    glass = rng.random() < 0.4
    top = rng.uniform(0.60, 0.74) * h
    t = dict(
        seed=seed,
        scale=scale,
        w=w,
        h=h,
        radius=radius,
        cx=maybe(rng, 0.4, w / 2, lambda: round(w / 2 + rng.uniform(-8, 8), 3)),
        cy=round(top + radius, 3),
        ppo=maybe(rng, 0.2, 48.0, lambda: round(rng.uniform(42, 68), 2)),
        current=rng.choice((1, 1.3, 2, 2.4, 3.7)),
        disc=rng.choice((0, 0.25, 0.4, 0.6)),
        discGrey=rng.choice((0, 20, 40)),
        rim=rng.choice((0, 6, 10)),
        cap=rng.choice(("butt", "round")),
        majorAlpha=maybe(rng, 0.75, 1.0, lambda: round(rng.uniform(0.8, 1), 2)),
        minorAlpha=rng.choice((0.5, 0.6, 0.75)),
        majorWidth=rng.choice((1.5, 2, 2.5)),
        minorWidth=rng.choice((0.67, 1)),
        majorLen=rng.choice((10, 12, 14)),
        minorLen=rng.choice((6, 8, 10)),
        notchDepth=rng.choice((0, 6, 9, 12)),
        notchTau=maybe(rng, 0.5, 3.3, lambda: round(rng.uniform(2.5, 6), 2)),
        labelInset=28,
        font=rng.choice((11, 12, 13)),
        end=rng.choice(("clip", "linear", "exponential")),
        fade=round(rng.uniform(27, 59), 1),
        halfArc=maybe(rng, 0.55, 100, lambda: round(rng.uniform(95, 205), 2)),
        pointer=rng.random() < 0.85,
        glass=glass,
        background=rng.choice(PHOTOGRAPHS + ("gradient",)),
        photoBlur=maybe(rng, 0.8, 0, lambda: round(rng.uniform(2, 12), 1)),
        gradient=[[rng.randrange(20, 190) for _ in range(3)] for _ in range(2)],
        capsule=draw_capsule(rng, w, h),
    )
    t["minorsPerOctave"] = rng.choice((8, 10, 12))
    t["maximum"] = rng.choice((5, 8, 10, 15))
    return at_zoom(t, t["current"])


def at_zoom(t, zoom):
    """The same dial turned to another zoom."""
    turned = dict(t, current=zoom)
    return dict(turned, ticks=scale_ticks(turned, t["minorsPerOctave"], t["maximum"]))


def draw_capsule(rng, w, h):
    """A capsule with a label in the upper third of the screen, on quarter points."""
    quarter = lambda v: round(v * 4) / 4
    width = quarter(rng.uniform(108, 178))
    return dict(
        x=quarter((w - width) / 2 + rng.uniform(-20, 20)),
        y=quarter(rng.uniform(60, 0.24 * h)),
        w=width,
        h=maybe(rng, 0.6, 48.0, lambda: quarter(rng.uniform(40, 54))),
        alpha=rng.choice((0.35, 0.5, 0.7, 1.0)),
        font=rng.choice((14, 14.5, 15, 16, 17)),
        weight=rng.choice((500, 600, 700)),
        family="Inter",
        text=rng.choice(("0.5×", "1×", "2×", "2.4×", "13 mm")),
    )


def scale_ticks(t, per_octave, maximum):
    """The ticks from 0.5 to `maximum` that lie within 30 pt of the visible arc, in the order of their zoom."""
    position = lambda z: (math.log2(z) - math.log2(t["current"])) * t["ppo"]
    labelled = (0.5, 1, 2, 3, 5) if maximum == 5 else (0.5, 1, 2, 4, 8, maximum)
    majors = [
        dict(z=float(z), major=True, **({"label": f"{z:g}".lstrip("0")} if z in labelled else {}), s=position(z))
        for z in (0.5, *range(1, maximum + 1))
    ]
    grid = (2 ** (k / per_octave) for k in range(-per_octave, math.floor(math.log2(maximum) * per_octave) + 1))
    minors = [dict(z=z, major=False, s=position(z)) for z in grid]
    minors = [m for m in minors if min(abs(m["s"] - x["s"]) for x in majors) > MINIMUM_GAP]
    return sorted((x for x in majors + minors if abs(x["s"]) < t["halfArc"] + 30), key=lambda x: x["z"])


def envelope(t, s):
    """The strength at the arc length s, 0…1."""
    u = (t["halfArc"] - abs(s)) / t["fade"]
    if u <= 0:
        return 0.0
    if t["end"] == "clip" or u >= 1:
        return 1.0
    return u if t["end"] == "linear" else (1 - math.exp(-5 * u)) / (1 - math.exp(-5))


def tick_markup(t, tick):
    """One tick and its label as SVG, turned about the dial's centre."""
    strength = envelope(t, tick["s"])
    if strength == 0:
        return ""
    kind = "major" if tick["major"] else "minor"
    degrees = math.degrees(tick["s"] / t["radius"])
    outer = t["radius"] - t["notchDepth"] * math.exp(-abs(tick["s"]) / t["notchTau"])
    line = (
        f'<line x1="0" x2="0" y1="{-outer}" y2="{t[kind + "Len"] - outer}" stroke="white" stroke-linecap="{t["cap"]}" '
        f'stroke-width="{t[kind + "Width"]}" stroke-opacity="{t[kind + "Alpha"] * strength}"/>'
    )
    label = (
        f'<text y="{t["labelInset"] - t["radius"]}" font-size="{t["font"]}" '
        f'opacity="{0.95 * strength}">{tick["label"]}</text>'
        if "label" in tick
        else ""
    )
    return f'<g transform="rotate({degrees})">{line}{label}</g>'


def capsule_markup(t):
    """The capsule as a box; of glass with a blurred backdrop, a shadow and a bright rim."""
    c = t["capsule"]
    box = (
        f'left:{c["x"]}px;top:{c["y"]}px;width:{c["w"]}px;height:{c["h"]}px;border-radius:{c["h"] / 2}px;'
        f'background:rgba(0,0,0,{c["alpha"]});font:{c["weight"]} {c["font"]}px/{c["h"]}px {c["family"]},sans-serif;'
    )
    glass = (
        "backdrop-filter:blur(12px) saturate(1.8);"
        "box-shadow:0 4px 16px rgba(0,0,0,.25),inset 0 0 0 1px rgba(255,255,255,.35),"
        "inset 0 1.5px 0 rgba(255,255,255,.2);"
        if t["glass"]
        else ""
    )
    return f'<div id="capsule" style="{box}{glass}">{c["text"]}</div>'


def page(t, picture):
    """The whole screen as HTML over the file `picture`."""
    disc = (
        f'<circle r="{t["radius"] + t["rim"]}" fill="rgb({t["discGrey"]},{t["discGrey"]},{t["discGrey"]})" '
        f'fill-opacity="{t["disc"]}"/>'
        if t["disc"]
        else ""
    )
    pointer = f'<path d="M-4 {-t["radius"] - 11}h8l-4 7z" fill="#ffd60a"/>' if t["pointer"] else ""
    return f"""<!doctype html><meta charset="utf-8"><style>
html, body {{ margin: 0; overflow: hidden }}
img, svg {{ position: absolute; left: 0; top: 0; width: {t["w"]}px; height: {t["h"]}px }}
text {{ font-family: Inter, sans-serif; font-weight: 600; fill: white;
  text-anchor: middle; dominant-baseline: central }}
#capsule {{ position: absolute; color: white; text-align: center }}
</style><img src="{picture}"><svg viewBox="0 0 {t["w"]} {t["h"]}"><g transform="translate({t["cx"]} {t["cy"]})">{disc}
{"".join(tick_markup(t, x) for x in t["ticks"])}{pointer}</g></svg>{capsule_markup(t)}"""


def backdrop(t):
    """What lies behind the dial, in device pixels: a photograph stretched over the screen, or a vertical gradient."""
    size = (round(t["w"] * t["scale"]), round(t["h"] * t["scale"]))
    if t["background"] == "gradient":
        top, bottom = np.array(t.get("gradient", ([20] * 3, [120] * 3)), float)
        rows = top + (bottom - top) * np.linspace(0, 1, size[1])[:, None]
        return Image.fromarray(np.rint(np.repeat(rows[:, None], size[0], 1)).astype(np.uint8))
    picture = Image.fromarray(getattr(skimage.data, t["background"])()).resize(size, Image.LANCZOS)
    return picture.filter(ImageFilter.GaussianBlur(t["photoBlur"])) if t.get("photoBlur") else picture


def shoot(browser, t, png, folder):
    """Lets the browser draw the screen into the file `png`; `folder` takes what it needs on the way."""
    backdrop(t).save(os.path.join(folder, "backdrop.jpeg"), quality=90)
    source = os.path.join(folder, "page.html")
    with open(source, "w", encoding="utf-8") as f:
        f.write(page(t, "backdrop.jpeg"))
    subprocess.run(
        [
            browser,
            "--headless=new",
            "--no-sandbox",
            "--disable-gpu",
            "--hide-scrollbars",
            "--force-color-profile=srgb",
            f"--force-device-scale-factor={t['scale']}",
            f"--window-size={t['w']},{t['h']}",
            f"--user-data-dir={folder}/profile",
            f"--screenshot={os.path.abspath(png)}",
            "file://" + source,
        ],
        check=True,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", help="where NAME.png and NAME.json go")
    parser.add_argument("--n", type=int, default=16, help="how many screens (default 16)")
    parser.add_argument("--seed", type=int, default=1, help="the first screen's seed (default 1)")
    parser.add_argument("--prefix", default="dial", help="how the files' names begin (default dial)")
    parser.add_argument("--zooms", type=float, nargs="*", help="draw each dial at these zooms, as NAME-1, NAME-2 …")
    parser.add_argument("--truth", nargs="*", help="draw these truth files again instead of new screens")
    arguments = parser.parse_args()
    browser = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if not browser:
        raise SystemExit("draw_dials.py needs Chromium: install the package chromium or google-chrome")
    os.makedirs(arguments.folder, exist_ok=True)
    if arguments.truth:
        screens = [(os.path.splitext(os.path.basename(p))[0], json.load(open(p))) for p in arguments.truth]
    else:
        screens = [(f"{arguments.prefix}{i + 1:03d}", draw_parameters(arguments.seed + i)) for i in range(arguments.n)]
    if arguments.zooms:
        screens = [(f"{name}-{k}", at_zoom(t, z)) for name, t in screens for k, z in enumerate(arguments.zooms, 1)]
    with tempfile.TemporaryDirectory() as folder:
        for name, t in screens:
            png = os.path.join(arguments.folder, name + ".png")
            shoot(browser, t, png, folder)
            with open(png[:-4] + ".json", "w", encoding="utf-8") as f:
                json.dump(t, f, indent=1)


if __name__ == "__main__":
    main()
