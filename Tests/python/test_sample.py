"""The sample screenshot is measured as it was drawn, and what the program writes about it is complete."""

import json
import pathlib
import shutil
import subprocess
import tempfile
import unittest

import jsonschema
from PIL import Image, ImageChops

from support import ROOT, tool

SAMPLE = ROOT / "Examples" / "zoom-dial@3x.png"

# Examples/README.md: what the sample was drawn from, in pt.
CENTER = (201.325, 805.842)
RADIUS = 242.38
OCTAVE = 61.19
NOTCH_DEPTH = 9
NOTCH_DECAY = 3.76


def run(*arguments):
    return subprocess.run([tool(), *map(str, arguments)], capture_output=True, text=True)


def validate(document, name):
    schema = json.loads((ROOT / "docs" / "schema" / f"{name}.schema.json").read_text())
    jsonschema.Draft202012Validator(schema).validate(document)


class Sample(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(tempfile.mkdtemp())
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        cls.annotated = cls.folder / "annotated.png"
        result = run("measure", SAMPLE, "--json", "--annotate", cls.annotated)
        assert result.returncode == 0, result.stderr
        cls.document = json.loads(result.stdout)

    def dial(self):
        dials = [e for e in self.document["elements"] if e["kind"] == "dial"]
        self.assertEqual(len(dials), 1)
        return dials[0]

    def test_document_is_valid(self):
        validate(self.document, "measure")
        self.assertEqual(self.document["image"]["scaleSource"], "fileName")

    def test_circle(self):
        dial = self.dial()
        # A browser draws large circles up to 0.3 px too small, so the radius and the centre's height are not exact.
        self.assertAlmostEqual(dial["center"]["x"], 3 * CENTER[0], delta=0.2)
        self.assertAlmostEqual(dial["center"]["y"], 3 * CENTER[1], delta=1.0)
        self.assertAlmostEqual(dial["radius"]["px"], 3 * RADIUS, delta=1.0)

    def test_law(self):
        law = self.dial()["law"]
        self.assertEqual(law["kind"], "logarithmic")
        self.assertAlmostEqual(law["perOctave"]["pt"], OCTAVE, delta=0.1)
        self.assertAlmostEqual(law["minorStep"]["pt"], OCTAVE / 12, delta=0.01)

    def test_ticks_carry_their_values(self):
        majors = {t["zoom"]: t["angle"] for t in self.dial()["ticks"] if t["weight"] == "major"}
        for value in (1, 2, 3, 4, 5):
            self.assertIn(value, majors)
        self.assertAlmostEqual(majors[2], 0, delta=0.02)

    def test_ends_fade(self):
        ends = self.dial()["ends"]
        self.assertEqual([ends["leading"]["kind"], ends["trailing"]["kind"]], ["fade", "fade"])

    def test_notch(self):
        notch = self.dial()["notch"]
        self.assertEqual(notch["shape"], "exponential")
        self.assertAlmostEqual(notch["depth"]["pt"], NOTCH_DEPTH, delta=0.3)
        self.assertAlmostEqual(notch["decay"]["pt"], NOTCH_DECAY, delta=0.4)

    def test_annotation_is_drawn_over_the_screenshot(self):
        with Image.open(self.annotated) as annotated, Image.open(SAMPLE) as sample:
            self.assertEqual(annotated.size, sample.size)
            difference = ImageChops.difference(annotated.convert("RGB"), sample.convert("RGB"))
            self.assertIsNotNone(difference.getbbox(), "nothing was drawn")

    def test_strip_has_the_size_that_it_says(self):
        strip = self.folder / "strip.png"
        result = run("unroll", SAMPLE, "--json", "-o", strip)
        self.assertEqual(result.returncode, 0, result.stderr)
        document = json.loads(result.stdout)
        validate(document, "unroll")
        self.assertTrue(document["strip"]["measured"])
        with Image.open(strip) as image:
            self.assertEqual(image.size, (document["strip"]["width"], document["strip"]["height"]))


if __name__ == "__main__":
    unittest.main()
