"""The settings in the message with which a run begins."""

import pytest
from streamlit import config
from streamlit.proto.NewSession_pb2 import Config, CustomThemeConfig
from streamlit.runtime import app_session

from pages.ui.settings_once import FILLS, once, read_settings_once

THEME, CONFIG = FILLS
PARTS = ("light", "dark", "sidebar", "light.sidebar", "dark.sidebar")


def whole(fill) -> CustomThemeConfig:
    """A theme as Streamlit puts it together."""
    message = CustomThemeConfig()
    fill(message)
    for part in PARTS:
        below = message
        for name in part.split("."):
            below = getattr(below, name)
        fill(below, f"theme.{part}")
    return message


def streamlits(name):
    """Streamlit's own function, also where the server of another test has replaced it."""
    found = getattr(app_session, name)
    return getattr(found, "__wrapped__", found)


def test_a_theme_is_read_once_and_says_what_streamlit_would_say(monkeypatch):
    original = streamlits(THEME)
    usual, fill = whole(original), once(original)
    assert usual.light.primary_color == config.get_option("theme.light.primaryColor")
    assert usual.dark.sidebar.background_color
    assert whole(fill) == usual
    asked = []
    monkeypatch.setattr(config, "get_options_for_section", asked.append)
    assert whole(fill) == usual
    assert not asked


def test_settings_are_read_once_and_are_what_streamlit_would_say(monkeypatch):
    original = streamlits(CONFIG)
    usual, first, second = Config(), Config(), Config()
    original(usual)
    assert usual.max_cached_message_age == config.get_option("global.maxCachedMessageAge") > 0
    fill = once(original)
    fill(first)
    monkeypatch.setattr(config, "get_option", lambda name: pytest.fail(f"{name} is read again"))
    fill(second)
    assert first == second == usual


@pytest.mark.parametrize("name", FILLS)
def test_a_server_reads_its_settings_once(monkeypatch, name):
    def fill(message, section="theme"):
        message.primary_color = section

    monkeypatch.setattr(app_session, name, fill)
    read_settings_once()
    read_settings_once()  # the server of another test in this process
    assert getattr(app_session, name).__wrapped__ is fill
