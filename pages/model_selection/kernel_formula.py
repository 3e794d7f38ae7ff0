"""A kernel built by hand: sums, products and powers of svmcore's, written as a formula.

    formula = product ("+" product)*
    product = power ("*" power)*
    power   = atom ("^" whole number)?
    atom    = number | name | name "(" parameter "=" number, ... ")" | "(" formula ")"

Nothing is evaluated: what is no such formula is refused. A number stands for a constant kernel, so
2 * rbf scales one and 1 + linear adds a constant. All that can be written is positive
semi-definite.
"""

import re
from collections import ChainMap
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import ClassVar, NamedTuple

from svmcore import kernels
from svmcore.arrays import Array
from svmcore.kernels import ConstantKernel, Kernel, Product, Sum
from svmcore.kernels.base import written
from svmcore.params import parameters

MAX_LENGTH = 200  # characters
MAX_ATOMS = 12  # kernels and numbers in a formula, powers counted out
MAX_POWER = 8
_TOKEN = re.compile(r"\s*(?:(\d+\.?\d*(?:e[-+]?\d+)?|\.\d+)|([a-z_]\w*)|([-+*^()=,]))", re.I)


def atoms() -> tuple[str, ...]:
    """The names that a formula may use: registered kernels that are positive semi-definite."""
    return tuple(name for name, kind in kernels.KERNELS.items() if kind().psd)


def law() -> str:
    """What a formula may hold."""
    return f"a formula is made of {', '.join(atoms())}, numbers > 0 and + * ^ ( )"


class Token(NamedTuple):
    """A number, a name or a sign, and where it begins; "" at the end."""

    text: str
    at: int


@dataclass(frozen=True)
class Built:
    """Kernel given by a formula, `recipe`, in the grammar of this module.

    A parameter that the formula leaves out has its default. Raises ValueError as `parse` does.
    """

    title: ClassVar[str] = "Custom"
    psd: ClassVar[bool] = True

    recipe: str = "rbf(gamma=2) + linear"

    def __post_init__(self) -> None:
        parse(self.recipe)

    @cached_property
    def kernel(self) -> Kernel:
        """What was built."""
        return parse(self.recipe)

    @property
    def formula(self) -> str:
        return f"K(x, z) = {written(self.kernel)}"

    def __call__(self, X: Array, Z: Array) -> Array:
        return self.kernel(X, Z)


def plain(kernel: Kernel) -> Kernel:
    """The kernel as svmcore has it: of a formula, what it stands for."""
    return kernel.kernel if isinstance(kernel, Built) else kernel


@lru_cache(maxsize=64)
def parse(recipe: str) -> Kernel:
    """Parse a formula, `recipe`, in the grammar of this module, into its kernel.

    Raises ValueError if the text is too long or no formula (it names the place), a parameter or a
    power is out of range, or a part is not positive semi-definite.
    """
    if len(recipe) > MAX_LENGTH:
        raise ValueError(f"a kernel's formula must have at most {MAX_LENGTH} characters, got more")
    return _Parser(recipe).whole()


class _Parser:
    """Recursive descent, one token ahead."""

    def __init__(self, recipe: str) -> None:
        self._tokens = _tokens(recipe)
        self._next = next(self._tokens)
        self._atoms = 0

    def whole(self) -> Kernel:
        kernel = self._sum()
        if self._next.text:
            raise self._refusal()
        return kernel

    def _sum(self) -> Kernel:
        parts = [self._product()]
        while self._accept("+"):
            parts.append(self._product())
        return parts[0] if len(parts) == 1 else Sum(tuple(parts))

    def _product(self) -> Kernel:
        parts = self._power()
        while self._accept("*"):
            parts += self._power()
        return parts[0] if len(parts) == 1 else Product(tuple(parts))

    def _power(self) -> list[Kernel]:
        before = self._atoms
        base = self._atom()
        if not self._accept("^"):
            return [base]
        at, power = self._next.at, self._number()
        if not 1 <= power <= MAX_POWER or power != int(power):
            raise ValueError(
                f"a power must be a whole number from 1 to {MAX_POWER}, got {power:g} "
                f"at place {at + 1}"
            )
        self._count((int(power) - 1) * (self._atoms - before))
        return [base] * int(power)

    def _atom(self) -> Kernel:
        token = self._next
        if self._accept("("):
            kernel = self._sum()
            self._expect(")")
            return kernel
        self._count(1)
        if token.text[:1].isdigit() or token.text[:1] == ".":
            return ConstantKernel(self._number())
        name, known = token.text.lower(), kernels.KERNELS
        if name not in known:
            raise self._refusal()
        self._advance()
        kernel = known[name](**(self._arguments(known[name]) if self._accept("(") else {}))
        if not kernel.psd:
            raise ValueError(
                f"{name} is not positive semi-definite, so a formula with it need not be a kernel"
            )
        return kernel

    def _arguments(self, kind: type[Kernel]) -> dict[str, float]:
        known = {p.name: p for p in parameters(kind)}
        found: dict[str, float] = {}
        while not self._accept(")"):
            if found:
                self._expect(",")
            token = self._next
            if token.text not in known:
                names = ", ".join(known) or "no parameters"
                raise ValueError(f"{kind.title} has {names}, got {token.text or 'the end'!r}")
            if token.text in found:
                raise ValueError(f"{token.text} is given twice, at place {token.at + 1} again")
            self._advance()
            self._expect("=")
            value = self._number()
            known[token.text].check(value)
            found[token.text] = int(value) if known[token.text].integer else value
        return found

    def _number(self) -> float:
        token = self._next
        if not (token.text[:1].isdigit() or token.text[:1] == "."):
            raise self._refusal()
        self._advance()
        return float(token.text)

    def _count(self, more: int) -> None:
        self._atoms += more
        if self._atoms > MAX_ATOMS:
            raise ValueError(f"a formula may have at most {MAX_ATOMS} kernels and numbers")

    def _accept(self, sign: str) -> bool:
        if self._next.text != sign:
            return False
        self._advance()
        return True

    def _expect(self, sign: str) -> None:
        if not self._accept(sign):
            raise self._refusal(sign)

    def _advance(self) -> None:
        self._next = next(self._tokens)

    def _refusal(self, wanted: str = "") -> ValueError:
        here = f"{self._next.text!r} at place {self._next.at + 1}" if self._next.text else "its end"
        wish = f", {wanted!r} was expected" if wanted else ""
        return ValueError(f"{law()}; got {here}{wish}")


def _tokens(recipe: str) -> Iterator[Token]:
    at = 0
    while recipe[at:].strip():
        found = _TOKEN.match(recipe, at)
        if found is None:
            start = at + len(recipe[at:]) - len(recipe[at:].lstrip())
            raise ValueError(f"{law()}; got {recipe[start]!r} at place {start + 1}")
        yield Token(found[0].strip(), found.end() - len(found[0].strip()))
        at = found.end()
    while True:
        yield Token("", len(recipe))


# the kernels that a model of a page may have: svmcore's, and this one
KERNELS: Mapping[str, type[Kernel]] = ChainMap({"built": Built}, kernels.KERNELS)
