"""Where the tests find the package and the built tool."""

import os
import pathlib

ROOT = pathlib.Path(__file__).resolve().parents[2]


def tool():
    """The path of the built calque: CALQUE_TOOL, or the release build's."""
    return os.environ.get("CALQUE_TOOL") or str(ROOT / ".build" / "release" / "calque")
