"""Fair turns: of the runs of all visitors, one computes at a time.

Python's threads share one lock, which they pass on every few milliseconds. Where the runs of many
visitors compute at once, each of them takes as long as all together, and passing the lock on costs
as much again. One after the other, each is late by those before it only.

A turn is held while a run computes, from training to the figure, and not while it sleeps. Nobody
waits for a stranger's long work: who holds a turn for longer than `LONGEST` is overtaken, and goes
on beside the others; and who has waited for `PATIENCE` goes on too, whatever the others do. That is
longer than a queue of a hundred: those who went on together would be slower than the queue. So a
turn is an order in which to compute, and protects no data.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Lock, local

from pages.state.server import log

LONGEST = 0.1  # seconds after which a run is long work: most take a tenth of that
PATIENCE = 5.0  # seconds

GiveUp = Callable[[], object]


class Turn:
    """One run's turn: whether and when it has begun, and what wakes the run that waits for it.

    of : by what `FairTurns.wake` finds it. asked : whether its visitor may have asked for another
    run since it looked last.
    """

    def __init__(self, later: bool, of: object) -> None:
        self.later, self.of = later, of
        self.asked = True
        self.begun, self.since = False, 0.0
        self.woken = Event()


class FairTurns:
    """Who computes, and who waits: in the order in which they came, those who are `later` last."""

    def __init__(
        self,
        longest: float = LONGEST,
        patience: float = PATIENCE,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._longest, self._patience, self._clock = longest, patience, clock
        self._lock = Lock()
        self._holder: Turn | None = None
        self._waiting: list[Turn] = []
        self._own = local()
        self._idle = Event()
        self._idle.set()

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Compute inside of it; a turn inside of a turn is the same one."""
        if getattr(self._own, "turn", None) is not None:
            yield
            return
        try:
            self._take(later=False)
            yield
        finally:  # also of a run that is given up while it waits
            self._leave()

    @contextmanager
    def rest(self, give_up: GiveUp = lambda: None, of: object = None) -> Iterator[None]:
        """Release the compute slot while waiting or sleeping inside; others compute meanwhile.

        They show their pictures first, before this run goes on with what belongs to its own.

        give_up : called when the run begins to wait for its turn, and after each `wake(of)`; what
        it raises ends the run.
        """
        held = getattr(self._own, "turn", None) is not None
        if held:
            self._leave()
        try:
            yield
        finally:
            if held:
                self._take(later=True, give_up=give_up, of=of)

    def wake(self, of: object) -> None:
        """Have the runs that wait for their rest, and said that they are `of` this, look again."""
        with self._lock:
            found = [one for one in self._waiting if one.later and one.of is of]
        for one in found:
            one.asked = True
            one.woken.set()

    def give_way(self, seconds: float) -> bool:
        """Wait until no run computes, but not for longer than this: for work beside the runs.

        Returns whether none does.
        """
        return self._idle.wait(seconds)

    @property
    def waiting(self) -> int:
        """How many wait for their turn."""
        return len(self._waiting)

    def _take(self, *, later: bool, give_up: GiveUp = lambda: None, of: object = None) -> None:
        own = self._own.turn = Turn(later, of)
        start = self._clock()
        end = start + self._patience
        with self._lock:
            self._waiting.append(own)
            self._waiting.sort(key=lambda one: one.later)  # keeps the order of those who are alike
            self._next()
        try:
            while not own.begun:
                if own.asked:
                    own.asked = False
                    give_up()
                own.woken.wait(max(0.0, self._until(own, end) - self._clock()))
                own.woken.clear()
                with self._lock:
                    self._next()
                    if not own.begun and self._clock() >= end:
                        self._give_up_waiting(own)
                        return
        finally:
            log.waited(self._clock() - start)

    def _until(self, own: Turn, end: float) -> float:
        """When a waiting run looks again, unless it is woken; its patience ends at `end`."""
        with self._lock:
            holder, is_next = self._holder, bool(self._waiting) and self._waiting[0] is own
        return min(end, holder.since + self._longest) if holder and is_next else end

    def _leave(self) -> None:
        own, self._own.turn = self._own.turn, None
        with self._lock:
            if own in self._waiting:
                self._give_up_waiting(own)
            elif self._holder is own:
                self._holder = None
                self._next()

    def _next(self) -> None:
        """Begin the next turn, if nobody computes or who does takes long."""
        now, holder = self._clock(), self._holder
        if self._waiting and (holder is None or now - holder.since >= self._longest):
            holder = self._holder = self._waiting.pop(0)
            holder.begun, holder.since = True, now
            holder.woken.set()
            self._wake_next()
        if holder is None:
            self._idle.set()
        else:
            self._idle.clear()

    def _give_up_waiting(self, own: Turn) -> None:
        self._waiting.remove(own)
        self._wake_next()

    def _wake_next(self) -> None:
        """Whoever is next has to look whether the turn before it becomes a long one."""
        for one in self._waiting[:1]:
            one.woken.set()


TURNS = FairTurns()
