"""The Race page through Streamlit's own test harness."""

from __future__ import annotations

import re
from threading import Event

import pytest
from streamlit.testing.v1 import AppTest

from pages.race import panels
from pages.race.model.race import entered, options_of, race, track_of
from pages.race.model.race_film import Watch, stands
from pages.race.model.racers import RACERS, possible_racers
from pages.race.remembered import RaceMemory
from pages.race.settings import RaceSettings
from pages.race.text import sentence
from pages.state.board.board import Edit
from pages.state.board.experiment import Experiment, change
from pages.ui.canvas.events import Command
from pages.ui.server import jobs
from svmcore.solvers import base
from tests.helpers import ENDLESS
from tests.helpers.opened import (
    again,
    board_of,
    captions,
    controls,
    in_session,
    jobs_of,
    numeral,
    open_page,
    sent,
    until_done,
    verdict,
    visit_of,
)

QUICK = {"racers": "smo.interior"}


def open_race(query: dict[str, str]) -> AppTest:
    """The page, once all racers have run."""
    return done(open_page("race", query))


def done(app: AppTest) -> AppTest:
    """The page, once all racers have run."""
    return until_done(app)


def table(app: AppTest) -> dict[str, list[str]]:
    html = "".join(h.value for h in app.get("html") if 'class="svm-numbers"' in h.value)
    rows = re.findall(r"<th>([^<]*)</th><td>(.*?)</td><td>(.*?)</td><td>(.*?)</td>", html)
    return {name: cells for name, *cells in rows}


def race_of(app: AppTest):
    here = board_of(app)
    track = track_of(here.experiment, here.visit.value(RaceSettings).race_loss)
    ran = [
        entered(track, name, options_of(name, here.experiment))
        for name in here.visit.value(RaceSettings).running
    ]
    return race(track, ran)


def found_in(app: AppTest):
    here = board_of(app)
    watch = here.visit.value(Watch)
    return stands(race_of(app), watch.at, watch.by, here.view)


def test_opens_with_a_race_that_was_run():
    app = open_race({})
    assert visit_of(app).value(RaceSettings) == RaceSettings()
    assert verdict(app) == sentence(found_in(app), 2.0, "passes")
    rows = table(app)
    assert list(rows) == [RACERS[name].title for name in RaceSettings().racers]
    for stand in found_in(app):
        above, wrong, _ = rows[stand.title]
        assert numeral(above) == pytest.approx(stand.suboptimality, rel=0.06)
        assert int(wrong) == stand.wrong
    assert dict(app.query_params) == {}


def test_other_racers_are_in_the_link_and_only_they_run(monkeypatch):
    app = open_race(QUICK | {"seed": "9"})
    ran, racing = set(), panels.racing

    def watched(track, racers):
        for name in racing(track, racers):
            ran.add(name)
            yield name

    monkeypatch.setattr(panels, "racing", watched)
    done(app.button_group(key="w_racers").set_value(["smo", "interior", "projected"]).run())
    assert not app.exception
    assert ran == {"projected"}
    assert list(table(app)) == ["SMO", "Projected gradient", "Interior point"]
    assert app.query_params["racers"] == "smo.projected.interior"


@pytest.fixture
def gate(monkeypatch):
    """Interior point begins, which sets `reached`, and waits there for the gate."""
    racing, gate = panels.racing, Event()
    gate.reached = Event()

    def gated(track, racers):
        for name in racing(track, racers):
            yield name
            if name == "interior":
                gate.reached.set()
                gate.wait(ENDLESS)

    monkeypatch.setattr(panels, "racing", gated)
    monkeypatch.setattr(base, "PIECE", -1.0)
    yield gate
    gate.set()


def test_a_racer_is_shown_while_another_runs(gate):
    app = open_page("race", QUICK | {"seed": "11"})
    assert gate.reached.wait(ENDLESS)
    again(app)
    assert verdict(app) == "Interior point is running: 1 of 2 racers has finished."
    rows = table(app)
    assert rows["Interior point"] == ["…"] * 3
    assert numeral(rows["SMO"][0]) > 0.0
    drawn = {
        name: [trace["uid"] for trace in one.figure.get("data", ())]
        for name, one in sent(app).items()
    }
    for key in ("race", "pace_passes", "pace_ms"):
        assert "smo" in drawn[key]
        assert "interior" not in drawn[key]
    gate.set()
    done(app)
    assert verdict(app) == sentence(found_in(app), 2.0, "passes")
    assert sent(app)["race"].trace("interior") is not None


def test_a_race_that_is_cancelled_keeps_who_has_run_and_waits(gate, monkeypatch):
    monkeypatch.setattr(jobs, "SHORT", 0.0)
    app = open_page("race", QUICK | {"seed": "14"})
    assert gate.reached.wait(ENDLESS)
    again(app)
    assert app.get("progress")[0].proto.text.startswith("1 of 2 racers")
    app.button(key="race_cancel").click().run()
    gate.set()
    assert jobs_of(app)["race"].over.wait(ENDLESS)
    again(app)
    assert verdict(app).startswith("After 2 passes SMO")
    assert "Cancelled after 1 of 2 racers." in captions(app)
    app.button(key="race_start").click().run()
    done(app)
    assert verdict(app) == sentence(found_in(app), 2.0, "passes")


@pytest.mark.parametrize("live", [False, True])
def test_a_change_gives_up_the_race_that_is_running(gate, live):
    app = open_page("race", QUICK | {"seed": "12" if live else "13"})
    [job] = jobs_of(app).values()
    track = track_of(board_of(app).experiment, "hinge")
    board_of(app).edit([Edit("add", points=((1.0, 1.0),), label=1, stroke=1, live=live)])
    again(app)
    assert not job.running
    assert job not in jobs_of(app).values()
    gate.set()
    assert job.over.wait(ENDLESS)
    assert job.broken
    assert entered(track, "interior") is None


def test_a_loss_offers_who_can_take_it_and_says_why_the_others_cannot():
    app = open_race({"racers": "smo.interior.newton", "C": "10"})
    assert board_of(app).experiment == change(Experiment(), C=10.0)
    racers = app.button_group(key="w_racers")
    assert racers.options == [RACERS[name].title for name in possible_racers("hinge")]
    assert "Newton, it needs a differentiable loss" in racers.help
    assert list(table(app)) == ["SMO", "Interior point"]
    done(app.selectbox(key="w_race_loss").set_value("huber_hinge").run())
    racers = app.button_group(key="w_racers")
    assert racers.options == [RACERS[name].title for name in possible_racers("huber_hinge")]
    assert "SMO, it solves the dual" in racers.help
    assert list(table(app)) == ["Newton", "Interior point"]
    done(app.button_group(key="w_racers").set_value(["newton"]).run())
    done(app.selectbox(key="w_race_loss").set_value("hinge").run())
    assert list(table(app)) == ["SMO"], "who stood aside is back, who was put out is not"


def stop_at(app: AppTest, at: float) -> None:
    """The moment at which the visitor has stopped the timeline."""
    in_session(app, lambda: visit_of(app).set_fields(Watch, at=at))
    done(again(app))


def test_the_common_moment():
    app = open_race(QUICK)
    stop_at(app, 0.5)
    assert verdict(app) == sentence(found_in(app), 0.5, "passes")
    film, still = sent(app)["race_film"], sent(app)["race"].header["still"]
    assert film.figure["film"]["x"][still[1]] == 0.5
    assert film.header["opens"][0] == still[1]
    done(app.button_group(key="w_race_by").set_value("ms").run())
    assert verdict(app) == sentence(found_in(app), 5.0, "ms")
    assert visit_of(app).value(Watch).at == 5.0, "another unit, its usual moment"
    done(app.selectbox(key="w_race_bold").set_value("smo").run())
    done(app.button_group(key="w_racers").set_value(["minibatch"]).run())
    assert {"w_learning_rate", "w_batch"} <= set(controls(app)), "of those who race"
    assert app.selectbox(key="w_race_bold").value == "", "who does not race is not bold"


def test_who_has_no_boundary_yet_and_who_minimises_another_cost_is_named():
    app = open_race({"racers": "gradient.perceptron.smo"})
    stop_at(app, 0.1)
    html = next(h.value for h in app.get("html") if "svm-numbers" in h.value)
    assert "No boundary in the picture: Gradient descent" in html
    assert "minimises another cost" in html


def test_an_edit_runs_the_race_again_when_the_gesture_has_ended():
    app = open_race(QUICK)
    here, before = board_of(app), race_of(app)
    here.edit([Edit("add", points=((1.0, 1.0),), label=1, stroke=1, live=True)])
    done(again(app))
    assert here.visit.remembered(RaceMemory).last.track == before.track, "not while it goes on"
    here.edit([Edit("move", ids=(5,), points=((1.0, 1.5),), stroke=1)])
    done(again(app))
    assert here.visit.remembered(RaceMemory).last.track == track_of(here.experiment, "hinge")
    here.edit([Command.UNDO])
    done(again(app))
    assert here.visit.remembered(RaceMemory).last.track == before.track


def test_without_a_racer_one_sentence_says_what_to_do():
    app = open_race({"racers": ""})
    assert verdict(app) == "Choose at least one racer."
    assert not table(app)


def test_the_hard_margin_of_another_page_is_raced_as_a_soft_one():
    app = open_race(QUICK | {"margin": "hard", "kernel": "linear", "dataset": "linear"})
    assert any("soft margin" in c.value for c in app.caption)
    assert list(table(app)) == ["SMO", "Interior point"]
    assert board_of(app).experiment.margin == "hard"
