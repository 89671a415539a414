# Sourced by the other scripts: where the package is, how they speak, and what they know about the toolchain.
# shellcheck shell=bash

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$root" || exit 1

# The targets that stand without Foundation and without any platform module. Tests/python/test_layering.py says what
# each may import.
# shellcheck disable=SC2034
portable_targets=(CMath CalqueCore CalqueJSON CalqueSpec CalqueMeasure CalqueScene)

# The interpreter of the Python environment that script/bootstrap makes.
# shellcheck disable=SC2034
python="$root/.venv/bin/python"

say() { printf '==> %s\n' "$*" >&2; }

# A part that this machine cannot do. script/test collects these lines for its summary.
skipped() { printf 'skipped: %s\n' "$*" >&2; }

die() {
  printf '%s: %s\n' "script/$(basename "$0")" "$*" >&2
  exit 1
}

have() { command -v "$1" >/dev/null 2>&1; }

# Ends with a message unless a Swift toolchain of at least version 6 answers.
require_swift() {
  have swift || die "no Swift toolchain found. Install Swift 6 or later from swift.org/install and put 'swift' on PATH."
  local version
  version=$(swift --version 2>/dev/null | sed -n 's/.*Swift version \([0-9][0-9.]*\).*/\1/p' | head -n 1)
  [ -n "$version" ] || die "'swift --version' does not answer; the toolchain is broken. Reinstall it from swift.org/install."
  [ "${version%%.*}" -ge 6 ] || die "Swift $version is too old: Calque needs Swift 6 or later (swift.org/install)."
}

# The folder of the toolchain's own Swift modules, as .../usr/lib/swift.
swift_resources() {
  swiftc -print-target-info | sed -n 's/.*"runtimeResourcePath": *"\(.*\)".*/\1/p'
}
