#!/usr/bin/env python3
"""The OpenCV pipeline of baseline.py behind this project's command line: `opencv_tool.py measure IMAGE …`.

It prints what the pipeline tells in the form of `calque measure --json --timings`. The pipeline knows the rim and not
the circle of the ticks, so `radius` is null. Stage times are the medians of three runs within the process, on one thread.
"""

import json
import math
import statistics
import sys

import cv2

import baseline

RUNS = 3
UNUSED = "(band remap, not used)"  # a stage that baseline.py times for comparison only


def ends(record):
    """Both ends, which the pipeline takes for alike."""
    start, stop = record["fade_start_deg"], record["fade_end_deg"]
    places = (
        dict(at=stop)
        if record["end"] == "clip"
        else dict(full=start + 0.01 * (stop - start), gone=stop - 0.01 * (stop - start))
    )
    return {
        side: dict(kind=record["end"], **{k: sign * v for k, v in places.items()})
        for side, sign in (("leading", -1), ("trailing", 1))
    }


def dial(record):
    """The record as an element."""
    x, y = record["center"]
    octave = record.get("octave_pt")
    law = (
        dict(
            kind="logarithmic",
            degreesPerOctave=math.degrees(octave * baseline.S / record["radius"]),
            perOctaveAtRim=dict(pt=octave, px=octave * baseline.S),
        )
        if octave
        else dict(kind="unknown")
    )
    return dict(
        kind="dial",
        center=dict(x=x, y=y),
        radius=None,
        rim=dict(px=record["radius"]),
        law=law,
        ends=ends(record) if "end" in record else {},
        ticks=[dict(angle=t["deg"], weight="major" if t["thick"] else "minor") for t in record.get("ticks", [])],
    )


def main():
    cv2.setNumThreads(1)
    records = [baseline.measure(sys.argv[2], "vote") for _ in range(RUNS)]
    stages = [k for k in records[-1]["ms"] if k != UNUSED]
    elements = [dial(records[-1])] if "center" in records[-1] else []
    timings = {k: statistics.median(r["ms"][k] for r in records) for k in stages}
    print(json.dumps(dict(schema="calque.measure/1", elements=elements, timings=timings), default=float))


if __name__ == "__main__":
    main()
