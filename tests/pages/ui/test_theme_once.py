"""The theme in the message with which a run begins."""

from streamlit import config
from streamlit.proto.NewSession_pb2 import CustomThemeConfig
from streamlit.runtime import app_session

from pages.ui.theme_once import FILL, once, read_theme_once

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


def test_a_theme_is_read_once_and_says_what_streamlit_would_say(monkeypatch):
    original = getattr(app_session, FILL)
    original = getattr(original, "__wrapped__", original)
    usual, fill = whole(original), once(original)
    assert usual.light.primary_color == config.get_option("theme.light.primaryColor")
    assert usual.dark.sidebar.background_color
    assert whole(fill) == usual
    asked = []
    monkeypatch.setattr(config, "get_options_for_section", asked.append)
    assert whole(fill) == usual
    assert not asked


def test_a_section_that_sets_nothing_is_not_in_the_message():
    message = CustomThemeConfig()
    once(lambda part, section: None)(message.light, "theme.light")
    assert not message.HasField("light")


def test_a_server_reads_its_theme_once(monkeypatch):
    def fill(message, section="theme"):
        message.primary_color = section

    monkeypatch.setattr(app_session, FILL, fill)
    read_theme_once()
    read_theme_once()  # the server of another test in this process
    assert getattr(app_session, FILL).__wrapped__ is fill
