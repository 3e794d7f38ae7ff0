"""Pages of svmcore's API from its docstrings, written by pdoc: `make docs`.

Docstrings stay plain text, for `help()`. What a class has from its bases stands with the class, as
far as it is svmcore's own, and parameters with a slider are listed with its ends.
"""

from __future__ import annotations

import inspect
import re
import shutil
import sys
from dataclasses import is_dataclass
from inspect import formatannotation
from pathlib import Path

import markup
import pdoc
from numpy.typing import ArrayLike
from pdoc import doc, docstrings, render

import svmcore
from svmcore import arrays
from svmcore.params import parameters

HERE = Path(__file__).parent
ROOT = HERE.parents[1]


def own_members(cls: doc.Class) -> list[doc.Doc]:
    """What svmcore itself says of a class; scikit-learn makes `set_fit_request` and the like."""
    return [
        one
        for one in cls.members.values()
        if one.taken_from[0].startswith("svmcore")
        and one.name != "__init__"
        and not one.name.endswith("_request")
        and not one.docstring.startswith(("Alias for field", "Method generated"))
    ]


def short(annotation: object, *rest: object) -> str:
    """An annotation as the code writes it: Array for an array of float64."""
    text = formatannotation(annotation, *rest)
    for name in ("Array", "Indices", "Bools", "Labels"):
        text = text.replace(formatannotation(getattr(arrays, name)), name)
    text = text.replace(formatannotation(ArrayLike), "ArrayLike")
    return re.sub(r"\b(?:[a-z_]+\.)+(?=[A-Z])", "", text)


def with_sliders(said: str, kind: type) -> str:
    """A docstring, with the parameters that have a range as a section before the sources."""
    found = parameters(kind) if is_dataclass(kind) else ()
    if not found or "Parameters\n---" in said:
        return said
    lines = [
        f"{p.name} : {type(p.default).__name__}, default={p.default:g}\n    {p.help}" for p in found
    ]
    said, source, where = said.partition("\n\nSource")
    return "\n".join([said, "", "Parameters", "----------", *lines]) + source + where


def main(place: Path) -> None:
    """Write the pages into a folder, which is emptied before."""
    for name in svmcore.__all__:  # pdoc looks for what is there without asking for it
        setattr(svmcore, name, getattr(svmcore, name))
    convert, said = docstrings.convert, doc.Class.docstring.func
    docstrings.convert = lambda text, kind, file: convert(markup.markdown(text), kind, file)
    doc.Class.docstring = property(lambda cls: with_sliders(said(cls), cls.obj))
    inspect.formatannotation = doc.formatannotation = short
    doc.Class.own_members = property(own_members)
    shutil.rmtree(place, ignore_errors=True)
    render.configure(
        docformat="numpy",
        show_source=False,
        include_undocumented=False,
        template_directory=HERE,
        footer_text=f"svmcore {svmcore.__version__}",
    )
    pdoc.pdoc(*markup.MODULES, output_directory=place)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
