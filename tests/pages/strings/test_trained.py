"""Lists of words and their classifier, against a loop over subsequences and scikit-learn."""

import html
from itertools import combinations

import numpy as np
import pytest
from sklearn.decomposition import KernelPCA
from sklearn.svm import SVC

from pages.state.link.codec import from_code, to_code
from pages.strings import PAGE
from pages.strings.figures import MOST, gram_figure, parts_figure, words_figure
from pages.strings.model import (
    EXAMPLES,
    MAX_LETTERS,
    MAX_WORDS,
    make_kernel,
    new_word,
    read_word,
    read_words,
    word_model,
)
from pages.strings.settings import StringSettings
from pages.strings.text import cards, new_word_text, picture_text, sentence
from tests.helpers.figures import traces

[ENTRY] = PAGE.entries


def test_words_are_read_once_each_in_small_letters():
    read = ("cat", "dog", "o’neil", "été", "3-way")
    assert read_words(" Cat,dog;\nCAT  O’Neil\tété 3-way ") == read
    assert read_words("e\u0301te\u0301") == ("été",)
    assert read_words("\u210cut \u2122 \ufb01n") == ("hut", "tm", "fin"), "what a link reads again"
    assert read_words(" ,; ") == ()
    assert read_word(" Ciao ") == "ciao"
    assert read_word("") == ""


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("a" * (MAX_LETTERS + 1), "at most 30 letters, got aaaaaaaaaaaa… with 31"),
        ("<b>bold</b>", "letters, digits, hyphens and apostrophes, got <b>bold</b>"),
        ("a.b", "got a.b"),
    ],
)
def test_what_is_no_word_is_refused_in_one_sentence(text: str, why: str):
    with pytest.raises(ValueError, match=r"^a word must") as error:
        read_words(text)
    assert why in str(error.value)


def test_lists_without_a_model_are_refused():
    with pytest.raises(ValueError, match="each class must have at least one word"):
        StringSettings(minus=())
    many = tuple(f"w{k}" for k in range(MAX_WORDS))
    assert len(StringSettings(minus=many[:-1], plus=("x",)).minus) == MAX_WORDS - 1
    with pytest.raises(ValueError, match="at most 60 words, got 61"):
        StringSettings(minus=many, plus=("x",))
    with pytest.raises(ValueError, match="a single word, got 2"):
        StringSettings(word="two words")
    with pytest.raises(ValueError, match="kernel must be one of"):
        StringSettings(kernel="rbf")
    with pytest.raises(ValueError, match="length must be"):
        StringSettings(length=4)


def test_words_and_settings_travel_in_links_and_codes():
    wanted = StringSettings(
        minus=("été", "l’eau"), plus=("ice-cream", "x"), kernel="spectrum", length=3, word="eis"
    )
    words = ENTRY.encode(wanted)
    assert (words["s_minus"], words["s_plus"]) == ("été.l’eau", "ice-cream.x")
    assert ENTRY.decode(from_code(to_code(words))) == wanted


def test_a_list_in_a_link_that_makes_no_sense_stays_as_it_was():
    many = ".".join(f"w{k}" for k in range(61))
    for text in ("", "...", "<script>alert(1)</script>", "w" * 31, many, "w." * 60_000):
        assert ENTRY.decode({"s_minus": text, "s_length": "1"}) == StringSettings(length=1)
    assert ENTRY.decode({"s_minus": "Cat.DOG.cat"}).minus == ("cat", "dog")


LISTS = EXAMPLES["languages"]
WORDS = (*LISTS.minus, *LISTS.plus)
KINDS = ("subsequence", "spectrum")


def phi(kind: str, word: str, k: int = 2, decay: float = 0.5) -> dict[str, float]:
    """The features of a word of length 1, place by place."""
    found: dict[str, float] = {}
    for places in combinations(range(len(word)), k):
        span = places[-1] - places[0] + 1
        if kind == "subsequence" or span == k:
            u = "".join(word[i] for i in places)
            found[u] = found.get(u, 0.0) + (decay**span if kind == "subsequence" else 1.0)
    size = np.sqrt(sum(v * v for v in found.values()))
    return {u: v / size for u, v in found.items()}


def inner(a: dict[str, float], b: dict[str, float]) -> float:
    return sum(v * b.get(u, 0.0) for u, v in a.items())


def gram(kind: str) -> np.ndarray:
    every = [phi(kind, word) for word in WORDS]
    return np.array([[inner(a, b) for b in every] for a in every])


def model(kind: str = "subsequence", C: float = 3.0, lists=LISTS, k: int = 2):
    return word_model(lists.minus, lists.plus, make_kernel(kind, k, 0.5), C)


@pytest.mark.parametrize("kind", KINDS)
def test_the_model_is_scikit_learns_on_the_naive_gram_matrix(kind: str):
    found, K = model(kind), gram(kind)
    np.testing.assert_allclose(found.K, K, atol=1e-12)
    theirs = SVC(kernel="precomputed", C=3.0, tol=1e-10).fit(K, found.y)
    np.testing.assert_allclose(found.scores, theirs.decision_function(K), atol=1e-6)
    assert found.support.sum() == len(theirs.support_)
    np.testing.assert_array_equal(found.wrong, theirs.predict(K) != found.y)


@pytest.mark.parametrize("kind", KINDS)
def test_every_word_is_left_out_once(kind: str):
    found, K = model(kind), gram(kind)
    for i in range(len(WORDS)):
        rest = np.delete(np.arange(len(WORDS)), i)
        theirs = SVC(kernel="precomputed", C=3.0, tol=1e-10)
        theirs.fit(K[np.ix_(rest, rest)], found.y[rest])
        [f] = theirs.decision_function(K[i : i + 1, rest])
        if found.support[i]:
            assert found.left_out[i] == pytest.approx(f, abs=1e-5)
        assert found.wrong_left_out[i] == ((f >= 0.0) != (found.y[i] > 0.0))
    right = 30 - int(found.wrong_left_out.sum())
    assert sentence(found).startswith(f"Leave-one-out: {right} of 30 words classified correctly.")
    assert cards(found)[0].detail == f"{right} of 30"
    assert 0 < right < 30


def test_the_picture_is_kernel_pca_and_the_line_is_the_cut_of_the_hyperplane():
    found = model()
    theirs = KernelPCA(2, kernel="precomputed").fit(found.K)
    np.testing.assert_allclose(
        np.abs(found.coordinates), np.abs(theirs.transform(found.K)), atol=1e-9
    )
    # a place p of the plane is mean + p1 e1 + p2 e2 with e = sum_j a_j (phi_j - mean)
    sizes = (found.coordinates**2).sum(0)
    n, p = len(WORDS), np.array([0.3, -0.2])
    weights = np.full(n, 1.0 / n)
    for k in range(2):
        away = found.coordinates[:, k] / sizes[k]
        weights += p[k] * (away - away.mean())
    f = float(weights @ found.K @ found.coef) + found.b
    assert found.level + float(found.slope @ p) == pytest.approx(f, abs=1e-9)
    drawn = found.level + found.coordinates @ found.slope
    count = int(((drawn >= 0.0) != (found.scores >= 0.0)).sum())
    assert found.across == count > 0
    assert f"it gives {count} of 30 words another class than f" in picture_text(found)
    clear = model(lists=EXAMPLES["medicines"])
    assert clear.across == 0
    assert "here it gives every word the class that f gives it" in picture_text(clear)


@pytest.mark.parametrize("kind", KINDS)
def test_a_new_word_is_the_sum_of_its_parts(kind: str):
    found = model(kind)
    new, own = new_word(found, "domenica"), phi(kind, "domenica")
    k = np.array([inner(own, phi(kind, word)) for word in WORDS])
    assert new.score == pytest.approx(float(k @ found.coef + found.b), abs=1e-9)
    assert sum(term for _, term in new.parts) + found.b == pytest.approx(new.score, abs=1e-9)
    by_part = dict(new.parts)
    w = {
        u: sum(c * phi(kind, s).get(u, 0.0) for c, s in zip(found.coef, WORDS, strict=True))
        for u in own
    }
    assert by_part == pytest.approx({u: own[u] * w[u] for u in own}, abs=1e-9)
    sizes = [abs(term) for _, term in new.parts]
    assert sizes == sorted(sizes, reverse=True)
    assert new.nearest[0][0] == WORDS[int(k.argmax())]
    assert new.nearest[0][1] == pytest.approx(k.max())
    old = new_word(found, WORDS[20])
    np.testing.assert_allclose(old.place, found.coordinates[20], atol=1e-9)
    assert "It is a training word." in new_word_text(found, old)


def test_words_that_are_too_short_or_share_nothing():
    lists = EXAMPLES["languages"]._replace(minus=("a", "ab", "abc"), plus=("b", "xy", "xyz"))
    found = model(lists=lists)
    assert found.short == 2
    assert "2 words are shorter than k letters" in picture_text(found)
    assert (found.K[0] == 0.0).all()
    short, strange = new_word(found, "q"), new_word(found, "qqq")
    assert short.score == strange.score == found.b
    assert "shorter than k letters, so f is b" in new_word_text(found, short)
    assert "shares no part with any training word, so f is b" in new_word_text(found, strange)
    one = model(lists=lists._replace(minus=("ab",), plus=("ba",)))
    assert one.wrong_left_out.all(), "without the only word of a class the other class is left"


def test_the_picture_has_rings_crosses_and_escaped_names_and_the_charts_their_numbers():
    found = model(C=1.0, k=1)
    assert found.wrong.any()
    new = new_word(found, "o'neil")
    drawn = traces(words_figure(found, new))
    np.testing.assert_array_equal(drawn["points"]["x"], found.coordinates[:, 0])
    assert drawn["points"]["marker"]["line"]["color"].count("$ink") == int(found.support.sum())
    assert len(drawn["wrong"]["x"]) == int(found.wrong.sum())
    assert (drawn["new"]["x"][0], drawn["new"]["y"][0]) == tuple(new.place)
    assert drawn["labels"]["text"][0] == "o&#x27;neil"
    ends = np.column_stack([drawn["boundary"]["x"], drawn["boundary"]["y"]])
    np.testing.assert_allclose(found.level + ends @ found.slope, 0.0, atol=1e-6)
    np.testing.assert_allclose(gram_figure(found)["data"][0]["z"], found.K, atol=1e-6)
    figure, parts = parts_figure(found, new), [one for one in new.parts[:MOST] if one[1]]
    assert figure["data"][0]["y"].tolist() == [term for _, term in parts]
    assert figure["layout"]["xaxis"]["ticktext"] == [html.escape(u) for u, _ in parts]
