"""The child process of ``feltwire play`` that is one virtual table: world, VM and script.

It takes ``(number, label, record, irregularity, rulebook)`` over a pipe (``record``: of a file, or
a ``HandPlan`` made already), plays the hand and answers
``("played", number, virtual_ms, scale)``, ``("skipped", number, reason)`` (the hand cannot be
played) or, last, ``("failed", reason)``; ``("note", number, text)`` may come before. After
``"last"`` it lets the controller go on, so that everything is delivered, and answers
``("drained",)``; it ends when the pipe is closed.
"""

import contextlib
import gc
import signal
from pathlib import Path

from gateway.ingest.mqtt import password_of
from gateway.process import garbage
from tools.install.pki.ca_folder import controller
from tools.install.supervise import die_with_parent_hard
from tools.playing.phh import BadHand
from tools.trace import recording
from tools.virtual.player import TablePlayer, agree, enrol, give_ticket
from tools.virtual.recorded_plan import HandPlan, plan_hand
from tools.virtual.slips import NotPossible
from tools.virtual.table import VirtualTable
from tools.virtual.vm import VmError

DEV = "c1"


def main(pipe, options, table_id, core):
    """Run the table until told to end. ``options``: a dict, see ``play.Options``."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides when it is over
    die_with_parent_hard()
    garbage.look_seldom()
    table = None
    try:
        table, player = _set_up(options, table_id, core)
        gc.freeze()  # modules and the table stay until the end
        _serve(pipe, options, table, player)
    except (VmError, OSError, ValueError) as e:
        _send(pipe, ("failed", f"table {table_id}: {e}"))
    except EOFError:
        pass  # the parent has gone
    finally:
        if table is not None:
            table.stop()


def _set_up(options, table_id, core):
    seed = options["seed"]
    folder = Path(options["data_dir"]) / "tables" / str(table_id)
    wanted = {
        "hw_config": options["table"],
        "seed": f"{seed}/{table_id}",
        "noise": options["noise"],
        "broker": ("127.0.0.1", options["port"]),
        "table_id": table_id,
        "flash_dir": folder / "flash",
        "vm": options["vm"],
        "dev": DEV,
        "core": core,
        "extra": {**(recording.config(options["trace"]) or {}), "mqtt": _login(options, table_id)},
    }
    table = VirtualTable(**wanted)
    player = TablePlayer(table, options["rulebook"], seed)
    enrol(player.stage, options["data_dir"], table_id, DEV)
    if give_ticket(table.flash, options["data_dir"], table_id, DEV):
        agree(VirtualTable(**wanted))
    table.start()
    return table, player


def _login(options, table_id):
    """The table's user at the embedded broker."""
    name = controller(str(table_id), DEV).name
    return {"user": name, "password": password_of(Path(options["data_dir"]) / "broker" / name)}


def _serve(pipe, options, table, player):
    while True:
        task = pipe.recv()
        if task == "last":
            player.drain(pipe.poll)
            recording.save(options["trace"], table, player, options["rulebook"])
            pipe.send(("drained",))
            continue
        number, label, record, kind, rulebook = task
        try:
            plan = record
            if not isinstance(record, HandPlan):
                seats = table.world.table["seats"]
                plan = plan_hand(label, record, options["seed"], seats, rulebook)
            if rulebook != options["rulebook"]:
                plan.setup["rulebook"] = rulebook
            virtual_ms = _play(pipe, player, plan, number, kind)
            table.run_for(options["settle_ms"] * 1000)
        except BadHand as e:
            pipe.send(("skipped", number, str(e)))
        else:
            pipe.send(("played", number, virtual_ms, plan.scale))


def _play(pipe, player, plan, number, kind):
    """Play a hand, as it was recorded when the irregularity cannot happen in it."""
    try:
        return player.play(plan, kind)
    except NotPossible as e:
        pipe.send(("note", number, f"{plan.label}: {e}; played as recorded"))
        return player.play(plan)


def _send(pipe, message):
    with contextlib.suppress(OSError):  # the parent may have gone
        pipe.send(message)
