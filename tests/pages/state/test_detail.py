"""Basic and Expert: what is hidden is said where it is not at its default."""

from pages.state.board.experiment import Experiment
from pages.state.screen.detail import hidden_of_data, hidden_of_training, hidden_sentence


def test_a_solver_is_named_with_what_was_changed_of_it():
    experiment = Experiment(
        formulation="primal", solver="minibatch", tol=1e-3, options=(("batch", 7),)
    )
    found = hidden_of_training(experiment)
    assert found == ("solver Mini-batch descent", "batch size 7", "tolerance 0.001")
    assert hidden_sentence(found) == (
        "Also set, under Expert: solver Mini-batch descent, batch size 7 and tolerance 0.001."
    )


def test_weights_count_for_the_soft_margin_and_balance_for_a_sample():
    weighed = Experiment(class_weight="balanced", balance=0.2)
    assert hidden_of_data(weighed) == ("class balance 0.2", "balanced class weights")
    assert hidden_of_data(weighed, hard=True) == ("class balance 0.2",)
    own = Experiment(dataset="own", balance=0.2, class_weight="own", weights=(2.0, 1.0))
    assert hidden_of_data(own) == ("custom class weights",)
