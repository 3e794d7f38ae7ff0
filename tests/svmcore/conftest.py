"""The tests of the library need nothing of the app: `make oldest` runs them where it is missing."""

import tests.helpers.examples  # noqa: F401
