"""Who races for which loss, why there may be no race, and its settings in a link."""

from __future__ import annotations

import pytest

from pages.race.model import race as module
from pages.race.model.race import best, enter, track_of
from pages.race.model.racers import RACERS, possible_racers
from pages.race.settings import RaceSettings
from pages.state.board.experiment import Experiment, change
from svmcore.losses import LOSSES
from tests.helpers.links import value_of, words_of

POSITIVE = tuple(p.id for p in Experiment().board().sample if p.label)
CURVED = change(Experiment(), n_samples=60)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"dataset": "own"}, "The board is empty"),
        ({"removed": POSITIVE}, "only one class"),
        ({"kernel": "sigmoid"}, "not positive semi-definite"),
    ],
)
def test_why_there_is_no_race(changes, words):
    assert words in track_of(change(Experiment(), **changes), "hinge").refusal()


def test_without_a_proved_optimum_there_is_no_race(monkeypatch):
    track = track_of(change(CURVED, seed=77), "hinge")
    assert track.refusal() == ""
    best.cache_clear()
    monkeypatch.setattr(module, "optimum", lambda place, cost: None)
    best.cache_clear()
    assert "No certified optimum was found" in track.refusal()
    with pytest.raises(ValueError, match="an exact optimum"):
        enter(track, "smo")
    best.cache_clear()


def test_who_races_for_which_loss():
    assert "newton" not in possible_racers("hinge")
    assert {"smo", "projected", "pegasos"}.isdisjoint(possible_racers("squared_hinge"))
    for name, racer in RACERS.items():
        assert racer.why_not or set(racer.losses) == set(LOSSES), name


def test_the_settings_of_a_race_in_a_link():
    other = RaceSettings(("sgd", "newton"), "squared_hinge")
    assert words_of(other) == {"racers": "sgd.newton", "race_loss": "squared_hinge"}
    assert value_of(RaceSettings, words_of(other)) == other
    assert value_of(RaceSettings, {"racers": "newton.nobody.sgd"}).racers == ("sgd", "newton")
    assert value_of(RaceSettings, {"racers": ""}).racers == ()
    assert RaceSettings(("newton", "smo")).running == ("smo",)
    for bad in ({"racers": ("nobody",)}, {"race_loss": "none"}):
        with pytest.raises(ValueError, match="must be one of"):
            RaceSettings(**bad)
