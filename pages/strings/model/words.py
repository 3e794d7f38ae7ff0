"""Lists of words: how a visitor's text is read, what it may hold, and examples."""

import unicodedata
from typing import NamedTuple

MAX_WORDS = 60  # of both lists together
MAX_LETTERS = 30  # of a word
LETTERS = ("L", "M", "N")  # Unicode's categories of letters, of their marks, of digits
MARKS = "-'’"  # what may stand in a word beside letters and digits


class WordLists(NamedTuple):
    """An example: its title, and the words of class −1 and of class +1."""

    title: str
    minus: tuple[str, ...]
    plus: tuple[str, ...]


_MEDICINES = (
    "atenolol bisoprolol carvedilol esmolol labetalol metoprolol nadolol pindolol propranolol "
    "timolol",
    "benazepril captopril enalapril fosinopril lisinopril moexipril perindopril quinapril "
    "ramipril trandolapril",
)
_LANGUAGES = (
    "water bread window night friend school star summer winter white green thought bridge "
    "kitchen tomorrow",
    "acqua pane finestra notte amico scuola stella estate inverno bianco verde pensiero ponte "
    "cucina domani",
)
EXAMPLES = {
    name: WordLists(title, *(tuple(text.split()) for text in lists))
    for name, title, lists in (
        ("medicines", "Names of medicines: -olol, -pril", _MEDICINES),
        ("languages", "English and Italian words", _LANGUAGES),
    )
}


def read_words(text: str) -> tuple[str, ...]:
    """The words of a text, in small letters, each once; spaces, commas or line breaks between them.

    Raises ValueError with one sentence for what is no word.
    """
    # small letters last: a sign may be made of capital ones, and a link is read again
    plain = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).lower())
    for sign in ",;":
        plain = plain.replace(sign, " ")
    found = tuple(dict.fromkeys(plain.split()))
    for word in found:
        if len(word) > MAX_LETTERS:
            raise ValueError(
                f"a word must have at most {MAX_LETTERS} letters, got {word[:12]}… with {len(word)}"
            )
        if not all(_is_letter(sign) for sign in word):
            raise ValueError(
                f"a word must be made of letters, digits, hyphens and apostrophes, got {word}"
            )
    return found


def read_word(text: str) -> str:
    """The only word of a text, or "" if there is none.

    Raises ValueError with one sentence for more than one, and for what is no word.
    """
    found = read_words(text)
    if len(found) > 1:
        raise ValueError(f"the new word must be a single word, got {len(found)}")
    return found[0] if found else ""


def _is_letter(sign: str) -> bool:
    return unicodedata.category(sign)[0] in LETTERS or sign in MARKS


def check_lists(minus: tuple[str, ...], plus: tuple[str, ...]) -> None:
    """Raise ValueError with one sentence for lists that no model is trained on."""
    if not minus or not plus:
        raise ValueError("each class must have at least one word")
    if len(minus) + len(plus) > MAX_WORDS:
        raise ValueError(
            f"both lists together must have at most {MAX_WORDS} words, got {len(minus) + len(plus)}"
        )
