"""`svmcore` inside a notebook: Colab has no address from which it could install it.

Its modules are an archive (tar, xz) written as text (base 85), in a cell that is folded. The cell
unpacks them into a folder of their own where `svmcore` is not installed.
"""

import base64
import io
import tarfile
from functools import cache
from pathlib import Path

import svmcore

LEFT_OUT = ("datasets", "model_selection")  # no program needs them
LINE = 200  # letters of a line
CELL = '''# @title svmcore, SVM Playground's library (MIT license), for where it is not installed
try:
    import svmcore
except ImportError:
    import base64, io, sys, tarfile, tempfile

    packed = """
{packed}
"""
    archive = io.BytesIO(base64.b85decode("".join(packed.split())))
    folder = tempfile.mkdtemp()
    tarfile.open(fileobj=archive, mode="r:xz").extractall(folder, filter="data")
    sys.path.insert(0, folder)
    import svmcore
'''


@cache
def carried() -> str:
    """The code of the cell."""
    text = packed()
    lines = (text[start : start + LINE] for start in range(0, len(text), LINE))
    return CELL.format(packed="\n".join(lines))


def packed() -> str:
    """The modules of `svmcore` that programs use, with its license, as letters of base 85."""
    root = Path(svmcore.__file__).parent
    files = [
        file
        for file in sorted(root.rglob("*.py"))
        if file.relative_to(root).parts[0] not in LEFT_OUT
    ]
    archive = io.BytesIO()
    with tarfile.open(fileobj=archive, mode="w:xz", preset=6) as into:
        for file in [*files, root.parent / "LICENSE"]:
            if file.exists():
                into.add(file, file.relative_to(root.parent), filter=_anonymous)
    return base64.b85encode(archive.getvalue()).decode()


def _anonymous(member: tarfile.TarInfo) -> tarfile.TarInfo:
    """Without date and owner: the same modules are the same text."""
    return member.replace(mtime=0, uid=0, gid=0, uname="", gname="", deep=False)
