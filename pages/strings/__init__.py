"""The page Strings: words, their Gram matrix, kernel PCA, and a classifier of words."""

from pages.state.link.codec import Entry
from pages.state.registry import Naming, Page
from pages.state.screen.screen_parts import PARTS
from pages.state.screen.view import View
from pages.state.text.publications import Cited
from pages.strings.settings import KERNELS, StringSettings

PAGE = Page(
    "strings",
    "Strings",
    (Entry(StringSettings(), "s_"),),
    names=(
        Naming(
            StringSettings,
            "kernel",
            KERNELS,
            {
                "subsequence": (Cited("subsequence kernel", "lodhi"),),
                "spectrum": (Cited("spectrum kernel", "leslie"),),
            },
        ),
    ),
    views=View(layers=(), parts=PARTS),
    shows=None,
    detail=False,
    sources=(Cited("kernel PCA", "kernel-pca"), Cited("strings", "shawe-taylor", "ch. 11")),
)
