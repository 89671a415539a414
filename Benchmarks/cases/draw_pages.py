#!/usr/bin/env python3
"""Draws screens of ordinary controls in headless Chromium, each with its truth as JSON.

The truth has the layout of the shared `page` cases: frames in points, `radius` and `stroke` too; a text has its ink's
width `w`, height `h`, left edge `x` and `baseline` from glyphs drawn 12 times larger, and its line box. Beyond those
cases there are outlines, gradients, shadows, hairlines, sliders, page dots, and paragraphs of several lines (`block`).
"""

import argparse
import colorsys
import html
import json
import os
import random
import re
import shutil
import subprocess
import tempfile

DEVICES = ((375, 667, 2), (390, 844, 3), (393, 852, 3), (402, 874, 3), (440, 956, 3), (834, 1112, 2))
FAMILIES = ("Noto Sans", "DejaVu Sans", "Liberation Sans", "Liberation Serif", "Noto Serif", "Nimbus Sans")
WORDS = "Photo Video Camera Exposure Settings Portrait Live Zoom Timer Flash Save Share Night mode 13 mm 0.5× 2× Grid".split()
TAU = 12  # how much larger the glyphs are drawn whose ink is the truth


def color(rng, light=None):
    """A colour as #rrggbb, of a lightness if one is given."""
    l = rng.uniform(0.15, 0.85) if light is None else light
    r, g, b = colorsys.hls_to_rgb(rng.random(), l, rng.uniform(0.2, 0.9))
    return "#%02x%02x%02x" % (round(r * 255), round(g * 255), round(b * 255))


def luminance(value):
    r, g, b = (int(value[i : i + 2], 16) for i in (1, 3, 5))
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


class Page:
    """One screen in the making: what is drawn, and where."""

    def __init__(self, seed):
        self.rng = random.Random(seed)
        self.w, self.h, self.scale = self.rng.choice(DEVICES)
        self.dark = self.rng.random() < 0.5
        self.background = color(self.rng, self.rng.uniform(0.02, 0.08) if self.dark else self.rng.uniform(0.9, 1))
        self.family = self.rng.choice(FAMILIES)
        self.seed, self.y, self.elements, self.boxes, self.blocks = seed, 50, [], [], 0

    def ink(self):
        """A colour that can be read on the background."""
        return color(self.rng, self.rng.uniform(0.6, 0.8) if self.dark else self.rng.uniform(0.15, 0.4))

    def shape(self, kind, x, y, w, h, radius=0, fill=None, stroke=None, line=None, style="", **more):
        truth = dict(kind=kind, x=x, y=y, w=w, h=h, radius=radius, fill=fill, **more)
        if stroke:
            truth["stroke"] = stroke
        self.elements.append(truth)
        border = f"border:{stroke}px solid {line or fill};" if stroke else ""
        ground = f"background:{fill};" if fill and kind != "ring" else ""
        self.boxes.append(
            f'<div style="left:{x}px;top:{y}px;width:{w}px;height:{h}px;border-radius:{radius}px;{border}{ground}{style}"></div>'
        )

    def text(self, string, x, y, size, weight, ink, center=None, block=None, line=None):
        truth = dict(kind="text", text=string, font=size, weight=weight, color=ink, family=self.family, block=block)
        self.elements.append(truth)
        at = f"left:{x}px" if center is None else f"left:{center}px;transform:translateX(-50%)"
        self.boxes.append(
            f'<span data-i="{len(self.elements) - 1}" style="{at};top:{y}px;font:{weight} {size}px/{line or size}px '
            f"'{self.family}';color:{ink}\">{html.escape(string)}</span>"
        )

    # Rows, each as wide as the screen allows; they move `self.y` down.

    def capsules(self):
        height, x = self.rng.choice((28, 32, 36, 44, 50)), self.rng.randint(16, 40)
        while x + 120 < self.w:
            width, fill = self.rng.randint(height + 10, 110), color(self.rng)
            self.shape("capsule", x, self.y, width, height, height / 2, fill)
            if self.rng.random() < 0.6:
                size = self.rng.choice((12, 13, 15, 16, 17))
                ink = "#ffffff" if luminance(fill) < 140 else "#000000"
                word = self.rng.choice([w for w in WORDS if len(w) * size * 0.62 < width - 8] or ["1×"])
                self.text(word, 0, self.y + (height - size) / 2, size, self.rng.choice((400, 700)), ink, x + width / 2)
            x += width + self.rng.randint(8, 24)
        self.y += height + 24

    def cards(self):
        count, gap = self.rng.randint(1, 3), self.rng.choice((8, 12, 16))
        width, height = (self.w - 32 - gap * (count - 1)) // count, self.rng.randint(50, 110)
        radius, fill = self.rng.choice((0, 6, 8, 12, 16, 24)), color(self.rng)
        look = self.rng.choice(("flat", "flat", "outline", "both", "gradient", "shadow"))
        style = {
            "gradient": f"background:linear-gradient({self.rng.choice((90, 180, 135))}deg,{fill},{color(self.rng)})",
            "shadow": f"box-shadow:0 {self.rng.randint(1, 4)}px {self.rng.randint(4, 16)}px rgba(0,0,0,.35)",
        }.get(look, "")
        stroke = self.rng.choice((1, 2, 4)) if look in ("outline", "both") else None
        for i in range(count):
            self.shape(
                "roundedRect" if radius else "rect", 16 + i * (width + gap), self.y, width, height, radius,
                self.background if look == "outline" else fill, stroke, self.ink(), style, look=look,
            )
        self.y += height + 24

    def circles(self):
        d, x = self.rng.randint(24, 70), self.rng.randint(16, 30)
        fill = color(self.rng)
        while x + d < self.w - 10:
            self.shape("circle", x, self.y, d, d, d / 2, fill)
            x += d + self.rng.randint(10, 30)
        self.y += d + 24

    def ring(self):
        d, stroke = self.rng.randint(50, 130), self.rng.randint(2, 14)
        self.shape("ring", round((self.w - d) / 2), self.y, d, d, d / 2, self.ink(), stroke)
        self.y += d + 24

    def switch(self):
        x = self.rng.randint(30, self.w - 90)
        self.shape("capsule", x, self.y, 51, 31, 15.5, color(self.rng))
        self.shape("circle", x + self.rng.choice((2, 22)), self.y + 2, 27, 27, 13.5, "#ffffff")
        self.y += 31 + 22

    def segments(self):
        height, x, inset = self.rng.choice((32, 36, 40)), self.rng.randint(16, 30), self.rng.choice((2, 3, 4))
        width, count = self.w - 2 * x, self.rng.randint(2, 4)
        self.shape("roundedRect", x, self.y, width, height, 9, color(self.rng, 0.5))
        inner = (width - 2 * inset) / count
        left = x + inset + inner * self.rng.randrange(count)
        self.shape("roundedRect", left, self.y + inset, inner, height - 2 * inset, 7, "#ffffff")
        self.y += height + 24

    def slider(self):
        x, width = 24, self.w - 48
        part = self.rng.uniform(0.2, 0.8)
        # The knob cuts the track in two; either both halves or the whole may be told.
        self.shape("capsule", x, self.y + 12, width, 4, 2, color(self.rng, 0.5), optional=True)
        self.shape("circle", round(x + width * part), self.y, 28, 28, 14, "#ffffff" if self.dark else "#202428")
        self.y += 28 + 24

    def dots(self):
        count, d, ink = self.rng.randint(3, 7), 8, self.ink()
        for i in range(count):
            self.shape("circle", round(self.w / 2) - 9 * count + 18 * i, self.y, d, d, d / 2, ink)
        self.y += d + 20

    def divider(self):
        self.shape("rect", 16, self.y, self.w - 16, 1, 0, "#55575a" if self.dark else "#c6c6c8")
        self.y += 20

    def label(self):
        size = self.rng.choice((12, 13, 15, 17, 20, 22, 28, 34))
        words = " ".join(self.rng.sample(WORDS, self.rng.randint(1, 3)))
        self.text(words[: int((self.w - 40) / size / 0.62)].strip(), self.rng.randint(16, 40), self.y, size, self.rng.choice((400, 700)), self.ink())
        self.y += size + 20

    def paragraph(self):
        size, ink = self.rng.choice((13, 15, 17)), self.ink()
        line = round(size * self.rng.choice((1.2, 1.3, 1.4)))
        for _ in range(self.rng.randint(2, 4)):
            words = " ".join(self.rng.choices(WORDS, k=5))
            self.text(words[: int((self.w - 40) / size / 0.6)].strip(), 20, self.y, size, 400, ink, block=self.blocks, line=line)
            self.y += line
        self.blocks += 1
        self.y += 20

    def fill(self):
        rows = (self.capsules, self.capsules, self.cards, self.cards, self.circles, self.ring, self.switch, self.segments,
                self.slider, self.dots, self.divider, self.label, self.label, self.paragraph)  # fmt: skip
        while self.y < self.h - 170:
            self.rng.choice(rows)()
        return self

    def html(self):
        measure = """
        document.fonts.ready.then(() => { const c = document.createElement('canvas').getContext('2d'), out = {};
          for (const s of document.querySelectorAll('span')) { const f = getComputedStyle(s), r = s.getBoundingClientRect();
            const size = parseFloat(f.fontSize), k = TAU; c.font = `${f.fontWeight} ${size * k}px ${f.fontFamily}`;
            const m = c.measureText(s.textContent), ascent = m.fontBoundingBoxAscent, b = ascent + m.fontBoundingBoxDescent;
            c.canvas.width = m.width + 2 * size * k; c.canvas.height = 2 * size * k;
            c.font = `${f.fontWeight} ${size * k}px ${f.fontFamily}`; c.fillText(s.textContent, size * k, 1.4 * size * k);
            const W = c.canvas.width, H = c.canvas.height, d = c.getImageData(0, 0, W, H).data;
            let x0 = W, x1 = 0, y0 = H, y1 = 0;
            for (let y = 0; y < H; y++) for (let x = 0; x < W; x++) if (d[(y * W + x) * 4 + 3] > 127) {
              if (x < x0) x0 = x; if (x >= x1) x1 = x + 1; if (y < y0) y0 = y; if (y >= y1) y1 = y + 1; }
            out[s.dataset.i] = {x: r.x + x0 / k - size, w: (x1 - x0) / k, h: (y1 - y0) / k, lineY: r.y, lineH: r.height,
              baseline: r.y + r.height / 2 - b / k / 2 + ascent / k}; }
          const p = document.createElement('pre'); p.hidden = true; p.textContent = JSON.stringify(out);
          document.body.append(p); });""".replace("TAU", str(TAU))
        return (
            f'<meta charset="utf-8"><style>body{{margin:0;background:{self.background};overflow:hidden}}'
            "div,span{position:absolute;box-sizing:border-box;white-space:pre}</style><body>"
            + "".join(self.boxes) + f"<script>{measure}</script>"
        )  # fmt: skip


def run(browser, page, folder, *arguments):
    command = [
        browser, "--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--force-color-profile=srgb",
        f"--force-device-scale-factor={page.scale}", f"--window-size={page.w},{page.h}",
        f"--user-data-dir={folder}/profile", *arguments, f"file://{folder}/page.html",
    ]  # fmt: skip
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def draw(browser, seed, png, folder):
    """Draws one screen into the file `png` and returns its truth."""
    page = Page(seed).fill()
    with open(os.path.join(folder, "page.html"), "w", encoding="utf-8") as f:
        f.write(page.html())
    run(browser, page, folder, f"--screenshot={os.path.abspath(png)}")
    told = re.search(r"<pre[^>]*>(.*?)</pre>", run(browser, page, folder, "--virtual-time-budget=2000", "--dump-dom"))
    for index, ink in json.loads(html.unescape(told.group(1))).items():
        page.elements[int(index)].update(ink)
    return dict(seed=seed, scale=page.scale, w=page.w, h=page.h, background=page.background, family=page.family, elements=page.elements)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", help="where NAME.png and NAME.json go")
    parser.add_argument("--n", type=int, default=16, help="how many screens (default 16)")
    parser.add_argument("--seed", type=int, default=1000, help="the first screen's seed (default 1000)")
    arguments = parser.parse_args()
    browser = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if not browser:
        raise SystemExit("draw_pages.py needs Chromium: install the package chromium or google-chrome")
    os.makedirs(arguments.folder, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        for i in range(arguments.n):
            png = os.path.join(arguments.folder, f"screen{i + 1:03d}.png")
            truth = draw(browser, arguments.seed + i, png, folder)
            with open(png[:-4] + ".json", "w", encoding="utf-8") as f:
                json.dump(truth, f, indent=1)


if __name__ == "__main__":
    main()
