"""What the program prints as JSON is what docs/schema says."""

import json
import pathlib
import shutil
import subprocess
import tempfile
import unittest

import jsonschema
from PIL import Image

from support import ROOT, tool

SAMPLE = ROOT / "Examples" / "zoom-dial@3x.png"


def validator(name):
    schema = json.loads((ROOT / "docs" / "schema" / f"{name}.schema.json").read_text())
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


def run(*arguments):
    return subprocess.run([tool(), *map(str, arguments)], capture_output=True, text=True)


class Schema(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)

    def test_sample(self):
        for options in ([], ["--timings"], ["--scale", "2"]):
            with self.subTest(options=options):
                result = run("measure", SAMPLE, "--json", *options)
                self.assertEqual(result.returncode, 0, result.stderr)
                document = json.loads(result.stdout)
                validator("measure").validate(document)
                self.assertEqual([e["kind"] for e in document["elements"]], ["dial"])

    def test_picture_without_scale_and_bad_neighbours(self):
        plain = self.folder / "plain.png"
        Image.new("RGB", (123, 77), "#336699").save(plain)
        cut = self.folder / "cut.png"
        cut.write_bytes(plain.read_bytes()[:60])
        result = run("measure", plain, cut, self.folder / "absent.png", "--json")
        lines = [json.loads(line) for line in result.stdout.splitlines()]
        for line in lines:
            validator("measure").validate(line)
        self.assertIsNone(lines[0]["image"]["scale"])
        self.assertEqual([line.get("error", {}).get("code") for line in lines], [None, 65, 66])
        self.assertEqual(result.returncode, 66)

    def test_unroll(self):
        strip = self.folder / "strip.png"
        result = run("unroll", SAMPLE, "--json", "-o", strip)
        self.assertEqual(result.returncode, 0, result.stderr)
        document = json.loads(result.stdout)
        validator("unroll").validate(document)
        self.assertEqual(Image.open(strip).size, (document["strip"]["width"], document["strip"]["height"]))

    def test_a_wrong_document_fails(self):
        document = json.loads(run("measure", SAMPLE, "--json").stdout)
        document["image"]["width"] = "1206"
        with self.assertRaises(jsonschema.ValidationError):
            validator("measure").validate(document)


if __name__ == "__main__":
    unittest.main()
