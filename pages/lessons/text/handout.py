"""A lesson on paper: one HTML file that needs nothing else, with its answers on the last page.

All texts are escaped; there is no script, and nothing is loaded from elsewhere.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from html import escape

from pages.lessons.text.scenario import Spoken

HANDOUT = "Handout"
HANDOUT_HELP = "The steps as one HTML page to print, with their links as QR codes"
WITH_ANSWERS = "Print answers on a separate page"
TRY, QUESTION, ANSWERS = "Try", "Question", "Answers"
STYLE = """
body { max-width: 44rem; margin: 2rem auto; padding: 0 1rem; }
body { font: 12pt/1.45 sans-serif; color: #111; }
h1 { font-size: 1.7em; } h2 { margin: 0 0 0.3em; font-size: 1.15em; }
p { margin: 0 0 0.4em; }
section { display: flow-root; margin: 1.2em 0; padding-top: 0.8em; border-top: 1px solid #999; }
section { break-inside: avoid; }
section img { float: right; width: 3.2cm; height: 3.2cm; margin: 0 0 0.4em 1em; }
.link { font-size: 0.75em; overflow-wrap: anywhere; }
.answers { break-before: page; }
@page { margin: 2cm; }
@media print { body { margin: 0; padding: 0; max-width: none; } a { color: inherit; } }
"""


@dataclass(frozen=True)
class HandoutStep:
    """A step on paper: its title, what is said, the address of its screen, and that as a code."""

    title: str
    said: Spoken
    address: str
    code: str  # the source of an image; "" for none


def handout(title: str, steps: Iterable[HandoutStep], *, answers: bool) -> str:
    """The HTML of a lesson's handout; `answers` adds them on a page of their own at the end."""
    rows = tuple(steps)
    body = "".join(_step(k, step) for k, step in enumerate(rows, start=1))
    if answers:
        body += _answers(rows)
    name = escape(title)
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{name}</title>'
        f"<style>{STYLE}</style></head>\n<body><h1>{name}</h1>{body}</body></html>\n"
    )


def _step(k: int, step: HandoutStep) -> str:
    code = f'<img src="{escape(step.code)}" alt="QR code of the link">' if step.code else ""
    said = step.said
    named = ((TRY, said.attempt), (QUESTION, said.question))
    more = "".join(f"<p><b>{name}</b> {escape(text)}</p>" for name, text in named if text)
    address = escape(step.address)
    return (
        f"\n<section>{code}<h2>{k}. {escape(step.title)}</h2><p>{escape(said.say)}</p>{more}"
        f'<p class="link"><a href="{address}">{address}</a></p></section>'
    )


def _answers(rows: tuple[HandoutStep, ...]) -> str:
    items = "".join(
        f"\n<p><b>{k}. {escape(step.title)}</b> {escape(step.said.answer)}</p>"
        for k, step in enumerate(rows, start=1)
        if step.said.answer
    )
    return f'\n<div class="answers"><h1>{ANSWERS}</h1>{items}</div>' if items else ""
