"""The vault as a process: ``python -m gateway.vault --data DIR``, or ``feltwire vault``."""

import argparse
import json
import os
import sqlite3
import sys
import threading
from pathlib import Path

from gateway.errors import GatewayError, VaultError
from gateway.process import garbage, malloc, saying
from gateway.process.file_identity import demand_files
from gateway.process.lock import FolderLock
from gateway.process.shutdown import ENDS, Ending
from gateway.settings import tomlfile
from gateway.vault import harden, release_modes, sealing
from gateway.vault.server import LINGER_S, Server
from gateway.vault.state import NAME as STATE


def add_arguments(parser):
    """Arguments of the process."""
    parser.add_argument("--data", help="data folder; the vault's own is DATA/vault (var)")
    parser.add_argument("--config", help="TOML file; the vault reads [vault] (docs/security.md)")
    parser.add_argument(
        "--rules", help=argparse.SUPPRESS
    )  # [vault] as JSON: see gateway/vault/spawn
    parser.add_argument("--key", help="key file (DATA/vault/key, made when missing)")
    parser.add_argument("--passphrase-file", help="file with a passphrase in place of a key file")
    parser.add_argument("--socket", help="folder the socket lies in (DATA/vault)")
    parser.add_argument("--user", help="as root: become this user, who alone can read the vault")
    parser.add_argument("--gateway-user", help="whose gateway is answered, besides its own user")
    parser.add_argument("--with-parent", action="store_true", help="end when stdin is closed")


def rules_of(path, given=None):
    """Policy of a configuration file, or of ``given`` (JSON); the default one without either."""
    if given is not None:
        try:
            return release_modes.from_table(json.loads(given))
        except (ValueError, RecursionError):
            raise VaultError("--rules: not JSON") from None
    if path is None:
        return release_modes.Policy()
    try:
        table = tomlfile.parse(Path(path).read_bytes())
    except OSError as e:
        raise VaultError(f"--config {path}: {e.strerror}") from None
    except tomlfile.NotToml as e:
        raise VaultError(f"--config {path}: {e}") from None
    return release_modes.from_table(table.get(release_modes.SECTION, {}))


def key_of(args, folder):
    """The key that was named, or the folder's own, made when there is none."""
    if args.passphrase_file:
        path = Path(args.passphrase_file)
        try:
            if path.stat().st_mode & 0o077:
                raise VaultError(f"{path}: others can read it: chmod 600 {path}")
            return sealing.Key(passphrase=path.read_text(encoding="utf-8").strip())
        except (OSError, UnicodeDecodeError) as e:
            raise VaultError(f"{path}: {getattr(e, 'strerror', None) or 'not text'}") from None
    path = Path(args.key) if args.key else folder / "key"
    if not args.key and not path.exists():
        sealing.new_key_file(path)
    return sealing.Key.of_file(path)


def folder_of(args):
    """The vault's folder, made when missing."""
    folder = Path(args.data or "var") / "vault"
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        folder.chmod(0o700)
    except OSError as e:
        raise VaultError(f"{folder}: {e.strerror}") from None
    return folder


def run(args):
    """Serve until SIGTERM, SIGINT, or (``--with-parent``) the end of stdin."""
    folder = folder_of(args)
    rules = rules_of(args.config, args.rules)
    lock = FolderLock(folder, "vault")
    # Before anything in the folder is made, or the audit log is added to. The vault of a gateway
    # that was killed takes a moment to end.
    lock.take(LINGER_S + 2)
    try:
        demand_files(folder)
        return _run(args, folder, rules)
    finally:
        lock.free()


def _run(args, folder, rules):
    saying.go_on_unheard()
    malloc.keep_small()
    key = key_of(args, folder)
    uids = {harden.user_id(args.gateway_user)} if args.gateway_user else set()
    place = Path(args.socket) if args.socket else folder
    if not place.is_dir():
        raise VaultError(f"--socket {place}: there is no such folder")
    files = harden.load()
    if args.user:
        uids.add(0)  # a gateway that root started
        harden.become(args.user, folder)
    harden.close_to_others()
    hidden = [path for path in files if not os.access(path, os.R_OK)]
    if hidden:
        text = f"no equities: {args.user or 'this user'} cannot read {hidden[0]}"
        print(f"feltwire vault: {text}", file=sys.stderr, flush=True)
    try:
        server = Server(folder, key, rules, uids, figures=not hidden, socket_folder=place)
        done = Ending(*ENDS)
        threading.Thread(target=_stop_when, args=(done, server), daemon=True).start()
        server.listen()
    except OSError as e:  # a folder where a file is wanted, no right to it, a disk that fails
        raise VaultError(f"{e.filename or folder}: {e.strerror or e}") from None
    except (sqlite3.Error, ValueError, TypeError, KeyError) as e:  # no program has written that
        text = f"vault state {folder / STATE}: damaged ({type(e).__name__}): put a copy of it back"
        raise VaultError(text) from None
    if args.with_parent:
        threading.Thread(target=_until_alone, args=(server,), daemon=True).start()
    server.serve()
    return 0


def _stop_when(done, server):
    done.wait()
    server.stop()


def _until_alone(server):
    while os.read(0, 4096):
        pass
    server.stop()


def main():
    """Command line; returns the exit code."""
    parser = argparse.ArgumentParser(description="The vault: the only process that knows cards.")
    add_arguments(parser)
    try:
        return run(parser.parse_args())
    except GatewayError as e:
        print(f"feltwire vault: {e}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    garbage.look_seldom()
    sys.exit(main())
