"""A vault of a gateway's own: a child process that ends with it, and is started again."""

import json
import subprocess
import sys
import time
from pathlib import Path

from gateway.errors import VaultError
from gateway.vault.client import VaultClient

END_S = 10
STARTS_MAX, STARTS_S = 20, 60.0


class OwnVault(VaultClient):
    """A VaultClient with the process it speaks to. ``settings``: data folder and key; ``rules``:
    the table ``[vault]`` of the configuration, which becomes the process's."""

    def __init__(self, settings, rules=None, **listeners):
        super().__init__(settings.vault_dir(), rules=rules or {}, **listeners)
        data = str(Path(settings.data_dir).resolve())
        self._argv = [sys.executable, "-m", "gateway.vault", "--data", data, "--with-parent"]
        self._argv += ["--rules", json.dumps(rules or {})]
        if settings.vault_key:
            self._argv += ["--key", str(Path(settings.vault_key).resolve())]
        self.process = None
        self._starts = []

    def connect(self, timeout_s=60.0):
        """Start the process and wait for it. VaultError when it cannot be had."""
        self._start()
        try:
            super().connect(lambda: self.process.poll() is None, timeout_s)
        except VaultError:
            self._end()
            raise

    def close(self):
        """End the process as well."""
        super().close()
        self._end()

    def _start(self):
        now = time.monotonic()
        self._starts = [t for t in self._starts if now - t < STARTS_S]
        if len(self._starts) >= STARTS_MAX:
            return
        self._starts.append(now)
        self.process = subprocess.Popen(
            self._argv, stdin=subprocess.PIPE, start_new_session=True,
            cwd=Path(__file__).resolve().parents[2],
        )  # fmt: skip

    def _dial(self):
        if self.process.poll() is not None and self.process.returncode != 2:
            self._start()
        super()._dial()

    def _end(self):
        self.process.stdin.close()
        try:
            self.process.wait(END_S)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


def attach(settings, rules=None, **listeners):
    """The vault a gateway is to use: the one that runs by itself, or one of its own.

    ``rules``: the table ``[vault]`` of the gateway's configuration, None without a file. VaultError
    when the vault that answers keeps other ones.
    """
    if settings.vault_socket:
        client = VaultClient(Path(settings.vault_socket), rules=rules, **listeners)
    else:
        client = OwnVault(settings, rules, **listeners)
    client.connect()
    return client
