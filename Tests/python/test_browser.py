"""The WebAssembly module measures what the native program measures, without importing anything."""

import json
import math
import shutil
import subprocess
import unittest

from PIL import Image

from support import ROOT, tool

MODULE = ROOT / ".build" / "wasm" / "calque.wasm"
DRIVER = ROOT / "Tests" / "python" / "measure_module.mjs"
SAMPLE = ROOT / "Examples" / "zoom-dial@3x.png"


def by_module(path, scale):
    image = Image.open(path).convert("RGBA")
    command = ["node", str(DRIVER), str(MODULE), str(image.width), str(image.height), str(scale)]
    return json.loads(subprocess.run(command, input=image.tobytes(), capture_output=True, check=True).stdout)


def without(value, key):
    """A document without a key, wherever it stands."""
    if isinstance(value, dict):
        return {k: without(v, key) for k, v in value.items() if k != key}
    return [without(v, key) for v in value] if isinstance(value, list) else value


def by_tool(path):
    """The program's result without what it derives from the device, which the module is not told."""
    command = [tool(), "measure", str(path), "--json"]
    result = json.loads(subprocess.run(command, capture_output=True, check=True).stdout)
    return without(result, "frameSafeArea")


@unittest.skipUnless(MODULE.exists(), "no module in .build/wasm; script/wasm makes it")
@unittest.skipUnless(shutil.which("node"), "node is not installed")
class Browser(unittest.TestCase):
    def assertSame(self, a, b, path="$"):
        """Equal but for the last digit of numbers, which are written to a millionth."""
        if isinstance(a, (int, float)) and not isinstance(a, bool):
            self.assertIsInstance(b, (int, float), path)
            self.assertTrue(math.isclose(a, b, rel_tol=0, abs_tol=1.01e-6), f"{path}: {a} is not {b}")
        elif isinstance(a, dict):
            self.assertEqual(list(a), list(b), path)
            for key in a:
                self.assertSame(a[key], b[key], f"{path}.{key}")
        elif isinstance(a, list):
            self.assertEqual(len(a), len(b), path)
            for index, (x, y) in enumerate(zip(a, b)):
                self.assertSame(x, y, f"{path}[{index}]")
        else:
            self.assertEqual(a, b, path)

    def test_sample_measures_as_natively(self):
        native = by_tool(SAMPLE)
        module = by_module(SAMPLE, native["image"]["scale"])
        self.assertIn("dial", [e["kind"] for e in native["elements"]])
        self.assertSame(module["elements"], native["elements"])
        self.assertSame(module["refused"], native["refused"])


if __name__ == "__main__":
    unittest.main()
