"""How examples are drawn: the same in every run, so that what fails, fails again."""

from hypothesis import settings

# a busy machine is no fault
settings.register_profile("usual", max_examples=25, derandomize=True, deadline=None)
settings.register_profile("exhaustive", settings.get_profile("usual"), max_examples=400)
settings.load_profile("usual")
