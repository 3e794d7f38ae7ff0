"""The names and the help of the controls of the page Regression."""

MODELS = {"epsilon": "ε-SVR", "nu": "ν-SVR"}
MODEL_HELP = (
    "**ε-SVR**: you choose the tube.  \n**ν-SVR**: you choose a share, and the tube is found."
)

BATCHES = {"one": "One point", "some": "Some", "all": "All points"}
RATE, RATE_HELP = "Learning rate", "Step length as a function of the update number t."
FILM_HELP = {
    "place": "An epoch is one pass over the training points. The solid curve is f after this "
    "epoch, the dotted grey one the exact f.",
    "cost": "J = ½‖w‖² + C Σ max(0, |z − f| − ε) over the training points.",
    "above": "(J − J*) / J*, where J* is the cost of the exact f.",
}
WAITS = "computed on release"

SHOWN = ("Support vectors", "R²", "MAE", "RMSE")  # cards beside a sweep
MEASURE_HELP = "Trains {models} models."
SWEPT, SWEPT_HELP = "{name} of the model", "The vertical line in the chart."
BEST = "Use {name} = {value}, least test error"
BEST_HELP = "This test error is slightly optimistic: the value was chosen by it."
