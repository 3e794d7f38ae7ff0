"""See inside the dual: who carries the model, how SMO finds it, and what C does to it."""

from pages.dual.panels import VIEWS
from pages.dual.settings import DualView
from pages.ui.controls import dual_sidebar
from pages.ui.page_shell import run_page

run_page(dual_sidebar, lambda here: VIEWS[here.value(DualView).dual](here))
