"""docs/deploy.md and the files beside it agree with the app, and with the Streamlit installed."""

import re
import tomllib
from pathlib import Path

import pytest
from streamlit import config

from tests.helpers import ROOT

FOLDER = ROOT / "docs" / "deploy"
PAGE = ROOT / "docs" / "deploy.md"
NGINX = (FOLDER / "nginx.conf").read_text(encoding="utf-8")
UNIT = (FOLDER / "svm@.service").read_text(encoding="utf-8")
IMAGE = (FOLDER / "Containerfile").read_text(encoding="utf-8")
FILES = [PAGE, *sorted(FOLDER.iterdir())]
PYTHON_OF_DEBIAN = {"bookworm": (3, 11), "trixie": (3, 13)}


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_every_option_is_one_of_streamlits(file: Path):
    sections = "|".join({name.partition(".")[0] for name in config._config_options_template})
    text = file.read_text(encoding="utf-8")
    named = set(re.findall(rf"(?<![\w./])(?:--)?((?:{sections})\.[a-z]\w+)(?![\w.]*\()", text))
    assert named <= set(config._config_options_template)
    if file.name in ("deploy.md", "svm@.service", "Containerfile"):
        assert "server.address" in named


def test_the_defaults_that_are_told_are_streamlits():
    rows = re.findall(r"\| `([\w.]+)` \| (on|off|empty|120 s) \(default\)", PAGE.read_text("utf-8"))
    told = {"on": True, "off": False, "empty": [], "120 s": 120}
    assert len(rows) == 7
    own = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text("utf-8"))
    for name, word in rows:
        section, _, key = name.partition(".")
        default = config._config_options_template[name].default_val
        assert (default, own[section].get(key, default)) == (told[word], told[word]), name


def test_what_a_class_takes_follows_from_what_one_visitor_takes():
    text = " ".join(PAGE.read_text("utf-8").split())
    [(mb, visit)] = re.findall(r"([\d.]+) MB; (\d+) ms of processor time", text)
    [click] = re.findall(r"charts \| (\d+) ms of processor time", text)
    [(traffic, arrival)] = re.findall(r"need (\d+) MB of traffic and (\d+) s of processor", text)
    [(every, cores)] = re.findall(r"click every ([\d.]+) s from each of them is ([\d.]+) cor", text)
    [most] = re.findall(r"more than (\d+) clicks a second", text)
    assert (int(traffic), int(arrival)) == (100 * float(mb), round(0.1 * int(visit)))
    assert float(cores) == round(0.1 * int(click) / float(every), 1)
    assert int(most) == 1000 // int(click)


def test_every_file_that_is_named_is_there():
    named = re.findall(
        r"(?:docs|benchmarks|pages|\.streamlit)/[\w/@.-]+\w", PAGE.read_text("utf-8")
    )
    missing = {name for name in named if not (ROOT / name).exists()}
    assert len(named) > 10
    assert not missing


def test_the_image_has_what_the_app_needs():
    copied = re.findall(r"^COPY (\S+)", IMAGE, re.MULTILINE)
    assert {"requirements.txt", "app.py", ".streamlit", "pages", "svmcore"} == set(copied)
    needed = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"][
        "requires-python"
    ]
    [release] = re.findall(r"FROM \S+debian:(\w+)", IMAGE)
    assert PYTHON_OF_DEBIAN[release] >= tuple(int(k) for k in needed.lstrip(">=").split("."))
    assert "dockerfile: docs/deploy/Containerfile" in (FOLDER / "compose.yaml").read_text("utf-8")


def test_the_proxy_leads_to_the_processes_and_back():
    """Each process has its own upstream with all others behind it, and the cookie finds it."""
    blocks = dict(re.findall(r"^upstream (\w+) \{\n(.*?)^\}", NGINX, re.MULTILINE | re.DOTALL))
    ports = {name: re.findall(r"server 127\.0\.0\.1:(\d+)", text) for name, text in blocks.items()}
    every = set(ports["svm_new"])
    assert every == set(ports["svm_same"]) == {"8501", "8502"}
    names = dict(re.findall(r"^    ~:(\d+)\$ +(\d+);", NGINX, re.MULTILINE))
    assert set(names) == every
    for port, number in names.items():
        assert ports[f"svm_{number}"][0] == port
        assert set(ports[f"svm_{number}"]) == every
        assert NGINX.count(f"    {number}       svm_{number};") == 2
        assert f"127.0.0.1:{port}:8501" in (FOLDER / "compose.yaml").read_text("utf-8")
        assert f"svm@{port}" in PAGE.read_text("utf-8")
    assert "--server.port=%i" in UNIT


def test_uploads_pass_the_proxy_that_the_app_takes():
    own = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text("utf-8"))["server"]
    usual = config._config_options_template["server.maxUploadSize"].default_val
    [most] = re.findall(r"client_max_body_size (\d+)m;", NGINX)
    assert int(most) > own.get("maxUploadSize", usual)
