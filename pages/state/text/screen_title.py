"""The title of a screen, which tells it from others: page, view, sample and model."""

from collections.abc import Iterator, Mapping
from typing import Any

from pages.datasets.curves import CURVES
from pages.datasets.two_class import DATASETS
from pages.model_selection.kernel_formula import KERNELS
from pages.state.registry import BOARDS, ENTRIES, PAGES
from pages.state.table.table_settings import LEARN, OFFERED, TABLES, TableSettings
from pages.state.text.number_format import number
from svmcore.params import Parameter, parameters


def screen_title(folder: str, words: Mapping[str, str]) -> str:
    """What the page in a folder shows of a link: "Playground · Moons · RBF, C = 1"."""
    page = PAGES[folder]
    found = [page.title]
    for one in page.screens:
        chosen = getattr(ENTRIES[one.kind].decode(words), one.field)
        found.append(one.titles.get(chosen, ""))
    if page.subject is not None:
        found.extend(page.subject(words))
    elif page.shows is not None:
        found.extend(board_subject(page.shows, words, trains=page.trains))
    return " · ".join(part for part in found if part)


def board_subject(
    board: str, words: Mapping[str, str], *, trains: bool = True, soft: bool = False
) -> tuple[str, str]:
    """The sample of a board and its model, "" where none is trained.

    soft : whether the margin is soft even where the board's is hard.
    """
    entry = BOARDS[board].entry
    experiment = entry.decode(words)
    if soft:
        experiment = entry.change(experiment, margin="soft")
    model = ", ".join(_model(experiment, entry.start)) if trains else ""
    return _sample(experiment), model


def table_model_words(words: Mapping[str, str]) -> str:
    """The model of a table: "RBF, C = 1"."""
    settings = ENTRIES[TableSettings].decode(words)
    parts = [OFFERED[settings.kernel], f"C = {number(settings.C)}"]
    if settings.reach != 1.0 and parameters(KERNELS[settings.kernel]):
        parts.append(f"γ/γ₀ = {number(settings.reach)}")
    return ", ".join(parts)


def table_subject(words: Mapping[str, str]) -> tuple[str, str, str]:
    """The table of a link, what its model sees of it, and the model."""
    settings = ENTRIES[TableSettings].decode(words)
    return TABLES[settings.real], LEARN[settings.learn], table_model_words(words)


def _sample(experiment: Any) -> str:
    """The name of a sample, and that points of it were changed by hand."""
    curve = getattr(experiment, "curve", None)
    name = CURVES[curve].title if curve else DATASETS[experiment.dataset].title
    by_hand = experiment.placed or experiment.removed
    own = (curve or experiment.dataset) == "own"
    return f"{name}, changed" if by_hand and not own else name


def _model(experiment: Any, start: Any) -> Iterator[str]:
    """The kernel, C or what stands for it, and parameters that are not as a page opens."""
    kernel = KERNELS[experiment.kernel]
    yield kernel.title
    if getattr(experiment, "margin", "soft") == "hard":
        yield "hard margin"
    else:
        yield f"C = {number(experiment.C)}"
    yield from (
        _written(p, experiment) for p in parameters(kernel) if experiment[p.name] != p.default
    )
    machine = getattr(experiment, "machine", "")  # of a regression: the name of its number, too
    yield from (
        _written(p, experiment)
        for p in parameters(type(experiment))
        if p.name == machine and experiment[p.name] != start[p.name]
    )


def _written(parameter: Parameter, experiment: Any) -> str:
    return f"{parameter.label or parameter.name} = {number(experiment[parameter.name])}"


def told_apart(title: str, others: frozenset[str]) -> str:
    """The title, with a number behind it if one of the others is the same."""
    if title not in others:
        return title
    k = 2
    while f"{title} ({k})" in others:
        k += 1
    return f"{title} ({k})"
