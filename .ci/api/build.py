"""Pages of svmcore's API from its docstrings, written by pdoc: `make docs`.

Docstrings stay plain text, for `help()`. What a class has from its bases stands with the class, as
far as it is svmcore's own, and parameters with a slider are listed with its ends.
"""

from __future__ import annotations

import shutil
import sys
import tomllib
from dataclasses import is_dataclass
from pathlib import Path

import pages
import pdoc
from pdoc import doc, docstrings, render

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(ROOT))

import svmcore  # noqa: E402
from svmcore.params import parameters  # noqa: E402


def own_members(cls: doc.Class) -> list[doc.Doc]:
    """What svmcore itself says of a class; scikit-learn makes `set_fit_request` and the like."""
    return [
        one
        for one in cls.members.values()
        if one.taken_from[0].startswith("svmcore")
        and one.docstring
        and not one.name.endswith("_request")
    ]


def with_sliders(said: str, kind: type) -> str:
    """A docstring, with the parameters that have a range as a section."""
    found = parameters(kind) if is_dataclass(kind) else ()
    if not found or "Parameters\n---" in said:
        return said
    lines = [
        f"{p.name} : {type(p.default).__name__}, default={p.default:g}\n    {p.help}" for p in found
    ]
    return "\n".join([said, "", "Parameters", "----------", *lines])


def main(place: Path) -> None:
    """Write the pages into a folder, which is emptied before."""
    for name in svmcore.__all__:  # pdoc looks for what is there without asking for it
        setattr(svmcore, name, getattr(svmcore, name))
    convert, said = docstrings.convert, doc.Class.docstring.func
    docstrings.convert = lambda text, kind, file: convert(pages.markdown(text), kind, file)
    doc.Class.docstring = property(lambda cls: with_sliders(said(cls), cls.obj))
    doc.Class.own_members = property(own_members)
    shutil.rmtree(place, ignore_errors=True)
    render.configure(
        docformat="numpy",
        show_source=False,
        include_undocumented=False,
        template_directory=HERE,
        footer_text=f"svmcore {version()}",
    )
    pdoc.pdoc(*pages.MODULES, output_directory=place)


def version() -> str:
    """The version in pyproject.toml."""
    with (ROOT / "pyproject.toml").open("rb") as file:
        return str(tomllib.load(file)["project"]["version"])


if __name__ == "__main__":
    main(ROOT / "docs" / "api")
