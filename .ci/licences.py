"""The licences of what the app is built on, from what is installed.

    python .ci/licences.py > docs/licences.md

The packages of requirements.txt, and what these need on this computer.
"""

from __future__ import annotations

import re
import sys
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

from packaging.requirements import Requirement

ROOT = Path(__file__).parents[1]
HEAD = """# Licences

What the app is built on, with the packages of `requirements.txt` first and then what they need.
Written by `python .ci/licences.py > docs/licences.md` from what is installed; the app's own licence
is in `LICENSE`.

| package | version | licence | needed by |
|---|---|---|---|
"""
LONGEST = 60  # characters of a licence's name; some packages put its text there


def asked() -> dict[str, str]:
    """The packages of requirements.txt that this computer needs, and their versions."""
    lines = (ROOT / "requirements.txt").read_text(encoding="utf-8").splitlines()
    wanted = [Requirement(line) for line in lines if line.strip() and not line.startswith("#")]
    here = [one for one in wanted if one.marker is None or one.marker.evaluate()]
    return {plain(one.name): str(one.specifier).removeprefix("==") for one in here}


def plain(name: str) -> str:
    """The one way to write a package's name."""
    return re.sub("[-_.]+", "-", name).lower()


def needed(names: list[str]) -> dict[str, list[str]]:
    """All packages that are needed, and by which; those that are not installed are left out."""
    found: dict[str, list[str]] = {name: [] for name in names}
    for name in (queue := list(names)):
        for line in distribution(name).requires or ():
            need = Requirement(line)
            other = plain(need.name)
            if need.marker is not None and not need.marker.evaluate({"extra": ""}):
                continue
            if other not in found:
                if not is_installed(other):
                    continue
                found[other] = []
                queue.append(other)
            found[other].append(name)
    return found


def is_installed(name: str) -> bool:
    """Whether a package is there."""
    try:
        distribution(name)
    except PackageNotFoundError:
        return False
    return True


def licence(package: Distribution) -> str:
    """The licence as the package names it: by an expression, a classifier, or its first line."""
    data = package.metadata
    if expression := data.get("License-Expression"):
        return expression
    kinds = [one.split(" :: ")[-1] for one in data.get_all("Classifier") or () if "License" in one]
    named = (data.get("License") or "").strip().splitlines()
    if named and len(named[0]) <= LONGEST and (not kinds or "OSI Approved" in kinds):
        return named[0]
    return ", ".join(kinds) or (named[0][:LONGEST] if named else "unknown")


def rows() -> list[str]:
    """A line of the table for each package."""
    first = asked()
    found = needed(list(first))
    names = [*first, *sorted(found.keys() - first.keys())]
    lines = []
    for name in names:
        package = distribution(name)
        by = "the app" if name in first else ", ".join(sorted(found[name]))
        lines.append(f"| {name} | {package.version} | {licence(package)} | {by} |")
    return lines


if __name__ == "__main__":
    sys.stdout.write(HEAD + "\n".join(rows()) + "\n")
