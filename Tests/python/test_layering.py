"""Targets import one way: each only what lies below it, and the portable ones no platform module at all."""

import json
import re
import subprocess
import unittest

from support import ROOT

# Each target may import what stands above it in this list and in its manifest entry.
ORDER = [
    "CMath",
    "CalqueCore",
    "CalqueJSON",
    "CalqueSpec",
    "CalqueMeasure",
    "CalqueScene",
    "CalqueFiles",
    "CalqueType",
    "CalqueDraw",
    "CalqueArguments",
    "CalqueCommand",
    "calque",
]

# The portable targets, whose imports are fixed to the last.
EXACT = {
    "CMath": set(),
    "CalqueCore": {"CMath"},
    "CalqueJSON": set(),
    "CalqueSpec": {"CalqueCore", "CalqueJSON"},
    "CalqueMeasure": {"CalqueCore", "CalqueSpec"},
    "CalqueScene": {"CalqueCore", "CalqueSpec"},
}

# Which targets may touch a C library.
LIBRARY_USERS = {
    "CSPNG": {"CalqueFiles"},
    "CTurboJPEG": {"CalqueFiles"},
    "CHEIF": {"CalqueFiles"},
    "CWebP": {"CalqueFiles"},
    "CLCMS2": {"CalqueFiles"},
    "CEXIF": {"CalqueFiles"},
    "CFreeType": set(),  # the tests alone
    "CHarfBuzz": {"CalqueType"},
    "CFontconfig": {"CalqueType"},
    "CCairo": {"CalqueDraw"},
}

IMPORT = re.compile(
    r"^\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:(?:public|package|internal|private|fileprivate)\s+)?"
    r"import\s+(?:(?:struct|class|enum|protocol|typealias|func|let|var)\s+)?([A-Za-z_]\w*)",
    re.MULTILINE,
)
INCLUDE = re.compile(r'^\s*#\s*include\s*[<"]([^>"]+)[>"]', re.MULTILINE)


def manifest():
    text = subprocess.run(
        ["swift", "package", "dump-package"], cwd=ROOT, check=True, capture_output=True, text=True
    ).stdout
    return json.loads(text)


def dependencies(target):
    return {next(iter(d.values()))[0] for d in target["dependencies"]}


def imports(target):
    """Module to the files that import it."""
    found = {}
    for file in sorted((ROOT / "Sources" / target).rglob("*.swift")):
        for module in IMPORT.findall(file.read_text()):
            found.setdefault(module, []).append(str(file.relative_to(ROOT)))
    return found


class Layering(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.manifest = manifest()
        cls.sources = {
            t["name"]: t
            for t in cls.manifest["targets"]
            if t["type"] in ("regular", "executable") and (t.get("path") or "Sources").startswith("Sources")
        }
        cls.libraries = {t["name"] for t in cls.manifest["targets"] if t["type"] == "system"}

    def test_every_target_has_its_place(self):
        self.assertGreater(len(self.sources), 5)
        self.assertEqual(sorted(set(self.sources) - set(ORDER)), [], "give the new target a place in ORDER")
        self.assertEqual(sorted(self.libraries - set(LIBRARY_USERS)), [], "say who may use the new library")

    def test_imports_are_declared_and_point_down(self):
        for name, target in self.sources.items():
            declared = dependencies(target)
            below = set(ORDER[: ORDER.index(name)])
            for module, files in imports(name).items():
                with self.subTest(target=name, module=module):
                    if module in self.sources or module in self.libraries:
                        self.assertIn(module, declared, f"{files} import what the manifest does not declare")
                    if module in self.sources:
                        self.assertIn(module, below, f"{files} import upwards")
                    if module in self.libraries:
                        self.assertIn(name, LIBRARY_USERS[module], f"{files}")

    def test_manifest_points_down(self):
        for name, target in self.sources.items():
            allowed = set(ORDER[: ORDER.index(name)])
            allowed |= {library for library, users in LIBRARY_USERS.items() if name in users}
            with self.subTest(target=name):
                self.assertEqual(sorted(dependencies(target) - EXACT.get(name, allowed)), [])

    def test_portable_targets_import_nothing_else(self):
        for name in sorted(set(EXACT) & set(self.sources)):
            with self.subTest(target=name):
                foreign = {m: f for m, f in imports(name).items() if m not in EXACT[name]}
                self.assertEqual(foreign, {}, "portable targets import only what EXACT allows")
                for file in sorted((ROOT / "Sources" / name).rglob("*.[ch]")):
                    own = {h.name for h in (ROOT / "Sources" / name).rglob("*.h")}
                    self.assertEqual(sorted(set(INCLUDE.findall(file.read_text())) - own), [], str(file))

    def test_no_unsafe_flags_and_no_package_dependencies(self):
        self.assertEqual(self.manifest["dependencies"], [])
        for target in self.manifest["targets"]:
            for setting in target.get("settings", []):
                self.assertNotIn("unsafeFlags", setting["kind"], target["name"])


if __name__ == "__main__":
    unittest.main()
