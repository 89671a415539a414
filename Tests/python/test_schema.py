"""Validates what the tool prints against the schemas in docs/schema.

Needs the package jsonschema. CALQUE_TOOL is the built program (default: .build/release/calque in the package); with
CALQUE_SHARED the pictures of cases/dial and cases/dial_plain are measured too.
"""
import copy
import glob
import json
import os
import signal
import struct
import subprocess
import tempfile
import unittest
import zlib

import jsonschema

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
CALQUE = os.environ.get("CALQUE_TOOL", os.path.join(ROOT, ".build", "release", "calque"))


def schema(name):
    with open(os.path.join(ROOT, "docs", "schema", name + ".schema.json"), encoding="utf-8") as file:
        return json.load(file)


def validator(name):
    return jsonschema.Draft202012Validator(schema(name))


def gradient(x, y):
    return (3 * x) & 255, (5 * y) & 255, 90


def letters(x, y):
    """HI, whole pixels, in the proportions of Tests/CalqueTypeTests/Fixtures/axes.ttf at 50 px."""
    stems = (20 <= x < 25 or 42 <= x < 47 or 55 <= x < 60) and 30 <= y < 65
    bar = 25 <= x < 42 and 45 <= y < 50
    return (20, 20, 20) if stems or bar else (250, 250, 250)


def png(path, width, height, color=gradient):
    """Writes an RGB picture."""
    rows = b"".join(b"\0" + bytes(v for x in range(width) for v in color(x, y)) for y in range(height))

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    with open(path, "wb") as file:
        file.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))
    return path


def calque(*arguments):
    return subprocess.run([CALQUE, *arguments], capture_output=True, text=True, timeout=300, check=False)


def full_document():
    """A document with every part that a dial can have, as the snapshot tests keep it."""
    path = os.path.join(ROOT, "Tests", "CalqueCommandTests", "Snapshots", "json-dial.txt")
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def objects(value, path=()):
    """Every object in a document, with its path."""
    if isinstance(value, dict):
        yield path, value
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, child in items:
        yield from objects(child, path + (key,))


class Schemas(unittest.TestCase):
    def test_are_schemas(self):
        for path in glob.glob(os.path.join(ROOT, "docs", "schema", "*.schema.json")):
            with open(path, encoding="utf-8") as file:
                jsonschema.Draft202012Validator.check_schema(json.load(file))

    def test_a_full_dial_is_valid(self):
        validator("measure").validate(full_document())

    def test_an_unknown_key_is_invalid_wherever_it_stands(self):
        check = validator("measure")
        for path, _ in objects(full_document()):
            document = full_document()
            target = document
            for key in path:
                target = target[key]
            target["noSuchKey"] = 1
            self.assertFalse(check.is_valid(document), path)

    def test_wrong_types_are_invalid(self):
        check = validator("measure")
        for path, original in objects(full_document()):
            for key, value in original.items():
                document = copy.deepcopy(full_document())
                target = document
                for step in path:
                    target = target[step]
                target[key] = [] if not isinstance(value, list) else "a string"
                self.assertFalse(check.is_valid(document), path + (key,))

    def test_what_the_contract_names_is_required(self):
        check = validator("measure")
        dial = ["kind", "frame", "framePt", "sigmaPx", "confidence", "center", "radius", "rim", "ticks", "law", "ends",
                "notch", "pointer"]
        for key in dial:
            document = full_document()
            del document["elements"][0][key]
            self.assertFalse(check.is_valid(document), key)
        for key in ["schema", "image", "elements", "warnings"]:
            document = full_document()
            del document[key]
            self.assertFalse(check.is_valid(document), key)


class Output(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def file(self, name):
        return os.path.join(self.folder.name, name)

    def test_one_picture(self):
        check = validator("measure")
        for name, size in [("a.png", (60, 40)), ("b@2x.png", (60, 40)), ("c.png", (750, 1334)), ("d.png", (1125, 2436)),
                           ("e.png", (2266, 1488))]:
            run = calque("measure", png(self.file(name), *size), "--json")
            self.assertEqual(run.returncode, 0, run.stderr)
            check.validate(json.loads(run.stdout))

    def test_timings_and_warnings(self):
        run = calque("measure", png(self.file("a@2x.png"), 60, 40), "--json", "--timings", "--scale", "3")
        document = json.loads(run.stdout)
        validator("measure").validate(document)
        self.assertEqual([w["code"] for w in document["warnings"]], ["scaleConflict"])
        self.assertIn("timings", document)

    def test_several_pictures_with_bad_ones(self):
        with open(self.file("bad.png"), "w", encoding="utf-8") as file:
            file.write("no picture")
        good = png(self.file("good.png"), 60, 40)
        run = calque("measure", good, self.file("bad.png"), self.file("none.png"), self.folder.name, good, "--json")
        self.assertEqual(run.returncode, 74)
        lines = [json.loads(line) for line in run.stdout.splitlines()]
        self.assertEqual(len(lines), 5)
        for line in lines:
            validator("measure").validate(line)
        self.assertEqual([line.get("error", {}).get("code") for line in lines], [None, 65, 66, 74, None])

    def test_combined(self):
        run = calque("measure", png(self.file("a.png"), 60, 40), png(self.file("b.png"), 60, 40), "--combine", "--json")
        validator("measure").validate(json.loads(run.stdout))

    def test_unroll(self):
        run = calque("unroll", png(self.file("a@3x.png"), 300, 200), "-o", self.file("strip.png"), "--center", "150,100",
                     "--radius", "80", "--json")
        self.assertEqual(run.returncode, 0, run.stderr)
        validator("unroll").validate(json.loads(run.stdout))

    def test_type(self):
        font = os.path.join(ROOT, "Tests", "CalqueTypeTests", "Fixtures", "axes.ttf")
        check = validator("type")
        for name, more in (("a@2x.png", []), ("a.png", ["--limit", "2"])):
            picture = png(self.file(name), 120, 100, letters)
            run = calque("type", picture, "--text", "HI", "--font", font, "--at", "40,50", "--json", *more)
            self.assertEqual(run.returncode, 0, run.stderr)
            document = json.loads(run.stdout)
            check.validate(document)
            document["candidates"][0]["noSuchKey"] = 1
            self.assertFalse(check.is_valid(document))

    def test_standard_input(self):
        path = png(self.file("a.png"), 60, 40)
        with open(path, "rb") as file:
            run = subprocess.run([CALQUE, "measure", "-", "--json"], stdin=file, capture_output=True, timeout=60, check=False)
        document = json.loads(run.stdout)
        validator("measure").validate(document)
        self.assertEqual(document["image"]["path"], "-")

    def test_a_closed_pipe_ends_with_74(self):
        path = png(self.file("a.png"), 60, 40)
        read, write = os.pipe()
        os.close(read)
        run = subprocess.run([CALQUE, "measure", path, "--json"], stdout=write, stderr=subprocess.PIPE, timeout=60, check=False)
        os.close(write)
        self.assertEqual(run.returncode, 74)
        self.assertEqual(run.stderr, b"")

    def test_an_interrupt_ends_with_130(self):
        # More than a pipe holds is written, so the tool reads by then, and it waits for the rest for ever.
        run = subprocess.Popen([CALQUE, "measure", "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        run.stdin.write(b"\x89PNG\r\n\x1a\n" + bytes(4 << 20))
        run.stdin.flush()
        run.send_signal(signal.SIGINT)
        try:
            self.assertEqual(run.wait(timeout=20), 130)
        finally:
            run.kill()
            run.communicate()

    def test_the_cases(self):
        shared = os.environ.get("CALQUE_SHARED")
        if not shared:
            self.skipTest("CALQUE_SHARED is not set")
        pictures = sorted(glob.glob(os.path.join(shared, "cases", "dial*", "*.png")))
        self.assertTrue(pictures)
        run = calque("measure", "--json", "--quiet", *pictures)
        self.assertEqual(run.returncode, 0, run.stderr)
        check = validator("measure")
        for line in run.stdout.splitlines():
            check.validate(json.loads(line))


if __name__ == "__main__":
    unittest.main()
