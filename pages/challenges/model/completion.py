"""Completion codes: what a teacher compares to see that the app saw a goal solved.

The code is the first 60 bits of SHA-256 of a text of four lines (version, goal, class word, name),
written with 32 signs of which no two look the same. There is no secret in it: it does not protect
against somebody who reads the source. `check_codes.html` computes the same in a browser.
"""

import hashlib
import unicodedata

VERSION = "svm-playground-1"
SIGNS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"  # without 0, 1, I and O
LENGTH, GROUP = 12, 4
APOSTROPHES = "’‘ʼ`"  # as phones and mail programs write '
SEPARATORS = ',;"'  # of a line of a table, which a name in it cannot have


def normalised(name: str) -> str:
    """A name without regard to case, to the form of its signs, to spaces and to separators."""
    text = unicodedata.normalize("NFKC", name).upper().lower()
    text = unicodedata.normalize("NFKC", text).replace("ς", "σ")
    spaced = "".join(" " if _separates(sign) else _plain(sign) for sign in text)
    return " ".join(part for part in spaced.split(" ") if part)


def _plain(sign: str) -> str:
    if unicodedata.category(sign) == "Pd":
        return "-"
    return "'" if sign in APOSTROPHES else sign


def _separates(sign: str) -> bool:
    return sign in SEPARATORS or unicodedata.category(sign)[0] in "ZC"


def completion_code(goal: str, name: str, word: str = "") -> str:
    """The code of a goal for a name and a class word, in groups of four: "7K3M-Q9TX-2BVD".

    Raises ValueError if the name is empty.
    """
    person = normalised(name)
    if not person:
        raise ValueError("a code needs a name or a number")
    text = "\n".join((VERSION, goal, normalised(word), person))
    bits = int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big") >> 4
    signs = [SIGNS[bits >> 5 * k & 31] for k in reversed(range(LENGTH))]
    return "-".join("".join(signs[k : k + GROUP]) for k in range(0, LENGTH, GROUP))
