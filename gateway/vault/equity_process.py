"""The process that counts equities, and what becomes of its work when it ends."""

import concurrent.futures
import multiprocessing
import os
import sys
import threading

from gateway.process import unforeseen
from gateway.process.seldom import Seldom
from gateway.vault import equity
from gateway.vault.harden import begin_worker

TRIES = 2  # a process that the system ends, for want of memory say, is started again


class Figures:
    """Asked for equities of sealed hands, each answered later, or not at all.

    ``on_figures(key, number, figures)`` is called on a thread of its own; ``count``: what is
    computed.
    """

    def __init__(self, on_figures, count=equity.equity):
        self._on_figures, self._count = on_figures, count
        self._pool = None
        self._closed = False
        self._lock = threading.Lock()
        self._ends, self._faults = Seldom(), Seldom()

    def ask(self, key, number, job):
        """Have the figures ``number`` of the hand ``key`` counted: ``job`` as ``equity`` takes it.

        Submitted by a thread of its own: the caller holds what ``on_figures`` waits for.
        """
        threading.Thread(target=self._submit, args=(key, number, job, 1), daemon=True).start()

    def close(self):
        """Count nothing more."""
        with self._lock:
            self._closed = True
            if self._pool:
                self._pool.shutdown(wait=False, cancel_futures=True)

    def _submit(self, key, number, job, tries):
        with self._lock:
            if self._closed:
                return
            if self._pool is None:
                self._pool = concurrent.futures.ProcessPoolExecutor(
                    1, multiprocessing.get_context("spawn"), begin_worker, (os.getpid(),)
                )
            pool = self._pool
            try:
                future = pool.submit(self._count, *job)
            except (concurrent.futures.BrokenExecutor, OSError) as e:
                future = concurrent.futures.Future()
                future.set_exception(e)
        future.add_done_callback(lambda done: self._done(done, pool, key, number, job, tries))

    def _done(self, future, pool, key, number, job, tries):
        if future.cancelled():
            return
        error = future.exception()
        if error is None:
            self._on_figures(key, number, future.result())
            return
        ended = isinstance(error, (concurrent.futures.BrokenExecutor, OSError))
        if ended:
            self._drop(pool)
        if ended and tries < TRIES:
            self._say(self._ends, "the process that counts equities ended: it is started again")
            self._submit(key, number, job, tries + 1)
        else:
            self._say(self._faults, f"an equity was not counted: {unforeseen.where(error)}")

    def _drop(self, pool):
        """The process of a pool is gone, and with it the pool."""
        with self._lock:
            if self._pool is pool:
                self._pool = None
        pool.shutdown(wait=False)

    @staticmethod
    def _say(seldom, text):
        count = seldom.unsaid("everybody")
        if count is not None:
            more = f" ({count} times more since the last line)" if count else ""
            print(f"feltwire vault: {text}{more}", file=sys.stderr, flush=True)
