#!/usr/bin/env python3
"""Writes Fixtures/axes.ttf: a font whose letters change with weight and optical size and whose spacing changes with size.

Needs fontTools. The letters are slabs of few corners, drawn here, so that every width can be told by hand (units of 1/1000):

- stems are 100 wide at weight 400, 40 at 100 and 220 at 900 (`wght`);
- advances shrink by 100 from optical size 8 to 32 (`opsz`), the letters' inner width with them;
- `trak` adds 60 to each advance at 12 pt, 20 at 16 pt, nothing at 24 pt and takes 20 away at 48 pt.
"""

import pathlib

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import newTable
from fontTools.ttLib.tables.TupleVariation import TupleVariation
from fontTools.ttLib.tables._t_r_a_k import TrackData, TrackTableEntry

HERE = pathlib.Path(__file__).parent
ADVANCE, SIDE, HEIGHT, STEM = 700, 80, 700, 100
TRACKING = {12: 60, 16: 20, 24: 0, 48: -20}


def slabs(pen, boxes):
    for x0, y0, x1, y1 in boxes:
        pen.moveTo((x0, y0))
        pen.lineTo((x0, y1))
        pen.lineTo((x1, y1))
        pen.lineTo((x1, y0))
        pen.closePath()


def boxes(letter, stem, narrower):
    """The slabs of a letter; `narrower` is what optical size takes off its width."""
    right = ADVANCE - SIDE - narrower
    left_stem, right_stem = (SIDE, 0, SIDE + stem, HEIGHT), (right - stem, 0, right, HEIGHT)
    if letter == "H":
        return [left_stem, right_stem, (SIDE + stem, 300, right - stem, 300 + stem)]
    if letter == "E":
        bars = [(SIDE + stem, y, right, y + stem) for y in (0, 300)]
        return [left_stem, *bars, (SIDE + stem, HEIGHT - stem, right, HEIGHT)]
    if letter == "U":
        return [left_stem, right_stem, (SIDE + stem, 0, right - stem, stem)]
    return [left_stem]


def coordinates(letter, stem, narrower):
    points = [p for x0, y0, x1, y1 in boxes(letter, stem, narrower) for p in ((x0, y0), (x0, y1), (x1, y1), (x1, y0))]
    # The four phantom points: the origin, the advance, and two for vertical lines.
    return points + [(0, 0), (ADVANCE - narrower, 0), (0, 0), (0, 0)]


def deltas(letter, stem, narrower):
    base = coordinates(letter, STEM, 0)
    return [(x - bx, y - by) for (x, y), (bx, by) in zip(coordinates(letter, stem, narrower), base)]


def main():
    letters = "HEUI"
    builder = FontBuilder(1000, isTTF=True)
    builder.setupGlyphOrder([".notdef", "space", *letters])
    builder.setupCharacterMap({32: "space", **{ord(letter): letter for letter in letters}})
    glyphs = {}
    for name in (".notdef", "space", *letters):
        pen = TTGlyphPen(None)
        if name in letters:
            slabs(pen, boxes(name, STEM, 0))
        glyphs[name] = pen.glyph()
    builder.setupGlyf(glyphs)
    metrics = {name: (ADVANCE, SIDE if name in letters else 0) for name in glyphs}
    metrics["space"] = (300, 0)
    builder.setupHorizontalMetrics(metrics)
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupNameTable({"familyName": "Calque Axes", "styleName": "Regular"})
    builder.setupOS2(sTypoAscender=800, sTypoDescender=-200, sCapHeight=HEIGHT, sxHeight=500, usWeightClass=400)
    builder.setupPost()
    builder.setupFvar([("wght", 100, 400, 900, "Weight"), ("opsz", 8, 8, 32, "Optical Size")], [])
    variations = {}
    for letter in letters:
        variations[letter] = [
            TupleVariation({"wght": (-1, -1, 0)}, deltas(letter, 40, 0)),
            TupleVariation({"wght": (0, 1, 1)}, deltas(letter, 220, 0)),
            TupleVariation({"opsz": (0, 1, 1)}, deltas(letter, STEM, 100)),
        ]
    builder.setupGvar(variations)
    trak = newTable("trak")
    trak.version, trak.format, trak.vertData = 1.0, 0, TrackData()
    trak.horizData = TrackData({0.0: TrackTableEntry(dict(TRACKING), nameIndex=256)})
    builder.font["trak"] = trak
    builder.font["name"].setName("Normal", 256, 3, 1, 0x409)
    builder.font["head"].created = builder.font["head"].modified = 0
    builder.font.recalcTimestamp = False
    HERE.joinpath("Fixtures").mkdir(exist_ok=True)
    builder.save(HERE / "Fixtures" / "axes.ttf")


if __name__ == "__main__":
    main()
