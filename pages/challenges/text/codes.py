"""What is said of solved goals and of their completion codes, and the teacher's tool."""

import json
from functools import lru_cache
from html import escape
from pathlib import Path

from pages.challenges.text.goals import GOALS

CHECKER = Path(__file__).parents[1] / "check_codes.html"
SOLVED = "Solved"
OPEN = "not solved yet"
TICK = "**✓ Solved.** "
NAME, NAME_HELP = (
    "Your name or number",
    "As your teacher knows it. Capitals and extra spaces make no difference.",
)
NAME_FIRST = "Enter your name or number above to get the completion code of this goal."
OPENED_SOLVED = (
    "This board was solved when it was opened. Press Start again and solve the goal yourself to "
    "get a completion code."
)
CODE = "Completion code"
CODE_HELP = (
    "Send this code with your name to your teacher. It shows that the app saw the goal solved; it "
    "is no protection against somebody who reads the source code."
)
TEACHERS = "For teachers"
WORD, WORD_HELP = (
    "Class word",
    "Codes depend on it, and it is in the link: choose one, and send the link to your class.",
)
TOOL = (
    "The file below is a page that checks codes. It works offline: paste a list of names and "
    "codes, and see which goal each code is for. The class word is in it."
)
DOWNLOAD, FILE_NAME = "Download the code checker", "check_codes.html"
HINT, NEXT, ALL = "Hint", "Next goal", "All goals"
RESTART, RESTART_HELP = "Start again", "The experiment that this goal begins with."


def goal_list(solved: int) -> str:
    """The name of the list, with how many goals are solved in this visit."""
    return f"Goals: {solved} of {len(GOALS)} solved in this visit"


def goal_title(key: str) -> str:
    """The number and the title of a goal, always the same: the browser sends it back."""
    return f"{1 + list(GOALS).index(key)}. {GOALS[key].title}"


def goal_caption(key: str, solved: bool) -> str:
    """What a goal wants, with a tick if it is solved."""
    return f"{TICK if solved else ''}{GOALS[key].task}"


@lru_cache(maxsize=16)
def checker(word: str = "") -> str:
    """The teacher's page with the goals' titles and the class word in it."""
    titles = json.dumps({key: goal.title for key, goal in GOALS.items()}, ensure_ascii=False)
    page = CHECKER.read_text(encoding="utf-8")
    page = page.replace("/* goals */ {}", titles.replace("<", "\\u003c"))
    return page.replace('value=""', f'value="{escape(word)}"')
