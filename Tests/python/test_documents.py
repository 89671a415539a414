"""The Markdown pages agree with the package: their links lead somewhere, and the scripts that they name exist."""

import re
import subprocess
import unittest

from support import ROOT, tool

LINK = re.compile(r"\]\(([^)\s]+)\)")
SCRIPT = re.compile(r"\bscript/[a-z]+\b")


def pages():
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "*.md"],
        cwd=ROOT, check=True, capture_output=True, text=True,
    ).stdout.split("\n")
    return [ROOT / name for name in listed if name and ".docc/" not in name]


def help_of(*verb):
    return subprocess.run([tool(), *verb, "--help"], check=True, capture_output=True, text=True).stdout


class Documents(unittest.TestCase):
    def test_there_are_pages(self):
        self.assertIn(ROOT / "README.md", pages())

    def test_links_lead_somewhere(self):
        for page in pages():
            for target in LINK.findall(page.read_text()):
                if re.match(r"[a-z]+:", target) or target.startswith("#"):
                    continue
                with self.subTest(page=page.name, target=target):
                    self.assertTrue((page.parent / target.split("#")[0]).exists())

    def test_named_scripts_exist(self):
        for page in pages():
            for script in sorted(set(SCRIPT.findall(page.read_text()))):
                with self.subTest(page=page.name, script=script):
                    self.assertTrue((ROOT / script).is_file())

    def test_contract_names_every_verb_and_option(self):
        contract = (ROOT / "docs" / "command-line.md").read_text()
        listed = help_of().split("SUBCOMMANDS:")[1]
        verbs = [v for v in re.findall(r"^  ([a-z]+)(?: |$)", listed, re.MULTILINE) if v != "help"]
        self.assertIn("measure", verbs)
        for verb in verbs:
            with self.subTest(verb=verb):
                self.assertRegex(contract, rf"(?m)^## `{verb}`$")
            options = re.findall(r"^  (?:-\w, )?(--[a-z-]+)", help_of(verb), re.MULTILINE)
            self.assertIn("--help", options)
            section = re.search(rf"(?ms)^## `{verb}`$.*?(?=^## )", contract)
            common = re.search(r"(?ms)^## Options of every verb$.*?(?=^## )", contract)
            for option in options:
                with self.subTest(verb=verb, option=option):
                    self.assertRegex(section[0] + common[0], rf"`{option}[ `]")


if __name__ == "__main__":
    unittest.main()
