#!/usr/bin/env python3
"""Derives harder copies of a folder of dial cases: JPEG of quality 85, or resampled, with the truth scaled along."""

import argparse
import glob
import json
import math
import os

from PIL import Image


def scaled(truth, factor):
    """The truth of a picture that was resampled by `factor`: the points stay, the pixels per point change."""
    result = dict(truth, scale=truth["scale"] * factor)
    if "center" in truth:
        result["center"] = [v * factor for v in truth["center"]]
        result["radius"] = truth["radius"] * factor
    return result


def derive(source, folder, jpeg, factor):
    """Writes the derived copy of the case whose truth is the file `source`."""
    truth = json.load(open(source))
    name = os.path.splitext(os.path.basename(source))[0]
    picture = Image.open(os.path.splitext(source)[0] + ".png").convert("RGB")
    if factor != 1:
        size = [math.floor(v * factor) for v in picture.size]
        picture = picture.resize(size, Image.LANCZOS, box=(0, 0, size[0] / factor, size[1] / factor))
        truth = scaled(truth, factor)
    suffix = ".jpg" if jpeg else ".png"
    picture.save(os.path.join(folder, name + suffix), **({"quality": jpeg} if jpeg else {}))
    json.dump(truth, open(os.path.join(folder, name + ".json"), "w"), indent=1)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("source", help="a folder of NAME.png with NAME.json")
    parser.add_argument("folder", help="where the copies go")
    parser.add_argument("--jpeg", type=int, metavar="QUALITY", help="write JPEG of this quality")
    parser.add_argument("--resample", type=float, metavar="FACTOR", default=1, help="resample by this factor (Lanczos)")
    arguments = parser.parse_args()
    os.makedirs(arguments.folder, exist_ok=True)
    for source in sorted(glob.glob(os.path.join(arguments.source, "*.json"))):
        derive(source, arguments.folder, arguments.jpeg, arguments.resample)


if __name__ == "__main__":
    main()
