"""The page Strings: words, their Gram matrix, kernel PCA, and a classifier of words."""

from pages.state.codec import Entry
from pages.state.registry import Naming, Page
from pages.strings.settings import KERNELS, StringSettings

PAGE = Page(
    "strings",
    "Strings",
    (Entry(StringSettings(), "s_"),),
    names=(Naming(StringSettings, "kernel", KERNELS),),
    shows=None,
)
