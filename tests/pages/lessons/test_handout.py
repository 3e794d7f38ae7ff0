"""Handouts: all steps in order, foreign text as text, answers last or not, nothing loaded."""

from __future__ import annotations

import re
from html import unescape
from html.parser import HTMLParser
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest
import streamlit as st

from pages.lessons.text.courses import LESSONS
from pages.lessons.text.handout import ANSWERS, HandoutStep, handout
from pages.lessons.text.scenario import Spoken, spoken
from pages.plots.qr import qr_data_uri
from pages.state.registry import ENTRIES
from pages.state.screen.own_lesson import OwnLesson, OwnStep, own_lesson
from tests.helpers.opened import open_page

EVIL = '<script>alert("1")</script>&amp;\' onload="x'
STEPS = [
    HandoutStep(
        f"{EVIL} {k}",
        Spoken(*(f"{EVIL} {name}{k}" for name in "sqta")),
        f"https://a/?b={k}&c={EVIL}",
        "",
    )
    for k in range(3)
]


class Tags(HTMLParser):
    """The tags of a page with their attributes, and its text."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, Any]]] = []
        self.text = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.text += data


def test_foreign_text_stays_text():
    page = Tags(handout(EVIL, STEPS, answers=True))
    names = {tag for tag, _ in page.tags}
    text = {"h1", "h2", "section", "p", "b", "a", "div"}
    assert names - text == {"html", "head", "meta", "title", "style", "body"}
    assert {name for _, own in page.tags for name in own} <= {"lang", "charset", "class", "href"}
    assert [own["href"] for tag, own in page.tags if tag == "a"] == [s.address for s in STEPS]
    for step in STEPS:
        assert page.text.count(step.said.say) == 1
        assert step.title in page.text


@pytest.mark.parametrize("answers", [True, False])
def test_a_lesson_has_all_its_steps_in_order_and_its_answers_last(answers: bool):
    lesson = LESSONS["margin"]
    steps = [
        HandoutStep(s.title, spoken(s), f"https://a/{k}", qr_data_uri(f"https://a/{k}"))
        for k, s in enumerate(lesson.scenarios)
    ]
    page = handout(lesson.title, steps, answers=answers)
    front, _, back = page.partition('<div class="answers">')
    text = unescape(re.sub("<[^>]*>", " ", front))
    places = [
        text.index(part)
        for s in steps
        for part in (s.title, s.said.say, s.said.attempt, s.said.question, s.address)
    ]
    assert places == sorted(places)
    assert not any(s.said.answer in text for s in steps), "the answers are not beside the questions"
    assert (ANSWERS in back) == answers
    assert all((s.said.answer in unescape(back)) == answers for s in steps)
    sources = [own["src"] for tag, own in Tags(page).tags if tag == "img"]
    assert sources == [s.code for s in steps]
    loaded = re.findall(r"(?:\bsrc|\burl|@import|<link|<script).{0,20}", page)
    assert [one[:19] for one in loaded] == len(steps) * ['src="data:image/svg']


@pytest.fixture
def offered(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """What the download buttons of a page hand out, by their keys."""
    found: dict[str, Any] = {}
    monkeypatch.setattr(
        st, "download_button", lambda _, data, **more: found.update({more["key"]: data})
    )
    return found


def test_every_lesson_is_offered_and_its_links_open_the_steps(offered: dict[str, Any]):
    app = open_page("lessons", {"mode": "lecture"})
    assert offered.keys() == {f"handout_{key}" for key in LESSONS}
    page = offered["handout_margin"]()
    assert page == offered["handout_margin"]()
    assert ANSWERS in page
    links = [own["href"] for tag, own in Tags(page).tags if tag == "a"]
    for k, (address, scenario) in enumerate(
        zip(links, LESSONS["margin"].scenarios, strict=True), 1
    ):
        at = {"lesson": "margin"} | ({"step": str(k)} if k > 1 else {})
        assert dict(parse_qsl(urlsplit(address).query)) == scenario.link.words | at
    app.toggle(key="handout_answers").set_value(False).run()
    assert ANSWERS not in offered["handout_margin"]()


def test_an_own_lesson_has_a_handout_of_its_screens(offered: dict[str, Any]):
    steps = (OwnStep("One", EVIL, "dual", (("C", "3"),)), OwnStep("Two", "", "playground", ()))
    app = open_page("lessons", ENTRIES[OwnLesson].encode(own_lesson("Mine", steps)))
    app.button(key="own_edit").click().run()
    page = Tags(offered["handout_own"]())
    assert EVIL in page.text
    assert "Mine" in page.text
    links = [own["href"] for tag, own in page.tags if tag == "a"]
    assert [urlsplit(address).path.rpartition("/")[2] for address in links] == ["dual", ""]
    assert urlsplit(links[0]).query == "C=3"
