"""The page Losses: the model that each loss of the margin makes of the same points."""

from pages.losses.model.choice import LossesSettings
from pages.state.codec import Entry
from pages.state.inspected import Inspected
from pages.state.registry import Page

PAGE = Page("losses", "Losses", (Entry(LossesSettings(), "lo_"), Entry(Inspected(), "i_")))
