"""The board's own program and its images on the real MicroPython VM, over a real connection."""

import base64
import contextlib
import json
import queue
import shutil
import threading

import pytest

from firmware.image import header as hd
from firmware.link import mqtt
from gateway.vault import messages
from gateway.vault.interface import OrderKey
from shared_rules import topics
from tests.conftest import ROOT
from tests.firmware_table.minibroker import MiniBroker
from tests.gateway.support import until
from tests.virtual.calm import calm
from tools.errors import CommandError
from tools.install.images import build
from tools.install.images.offer import Offer
from tools.virtual.player import provision
from tools.virtual.table import VirtualTable

BOOT = f"exec(open({str(ROOT / 'firmware' / 'boot.py')!r}).read())"  # a script, as on a board
BROKEN = "def main(config_path, flash, booted):\n    raise ValueError('a bad release')\n"
HANGS = (
    "def main(config_path, flash, booted):\n    import time\n    while True: time.sleep_ms(50)\n"
)


@pytest.fixture
def body(real_image):
    """The real firmware as a ROM file system."""
    return real_image[0]


def small(tmp_path, main):
    """ROM file system of a program that is no good."""
    tree = tmp_path / "tree"
    shutil.rmtree(tree, ignore_errors=True)
    (tree / "firmware").mkdir(parents=True)
    (tree / "shared_rules").mkdir()
    (tree / "firmware" / "__init__.py").write_text("")
    (tree / "firmware" / "main.py").write_text(main)
    return build.rom(tree)


class Inbox(queue.Queue):
    """Knows whether its reader has answered all that was put into it."""

    puts = gets = 0

    def put(self, item, *args):
        self.puts += 1
        super().put(item, *args)

    def get(self, *args, **more):
        self.gets += 1  # it waits for the next: those before are answered
        return super().get(*args, **more)

    def answered(self):
        return self.gets > self.puts


class Site:
    """A virtual table that boots as a board does, its broker, and a gateway that offers images."""

    def __init__(self, tmp_path, modulus, key, vm="wheel", **more):
        self.key = key
        self.broker = MiniBroker()
        self.table = VirtualTable(
            calm(tmp_path), broker=self.broker.address, table_id="7", core=None, program=BOOT,
            flash_dir=tmp_path / "flash", vm=vm, **more,
        )  # fmt: skip
        self.table.flash.mkdir(parents=True)
        trust = {"board": "esp32s3_w5500", "keys": [modulus.hex()]}
        (self.table.flash / "device.json").write_text(json.dumps(trust))

    def image(self, version, body):
        return build.sign(build.image(body, version, "esp32s3_w5500", built=1), self.key)

    def put(self, name, image):
        """Leave an image in an area, as provisioning does."""
        (self.table.flash / f"image.{name}").write_bytes(image)

    def said(self, name=topics.UP_PROGRAM):
        return [json.loads(p) for t, p in list(self.broker.published) if t == f"feltwire/7/{name}"]

    def run(self, condition, virtual_s=200):
        limit = self.table.world.now + virtual_s * 1_000_000
        while not condition():
            assert self.table.world.now < limit, self.table.vm.last_words()
            self.table.run_for(100_000)

    def offer(self, image, restart=False, order=None):
        """Offer an image in the background; the thread."""
        offer = Offer(7, image, say=lambda line: None, order=order)
        offer.inbox = Inbox()
        seen = len(self.said(topics.UP_IMAGE))

        def listen():
            for message in self.said(topics.UP_IMAGE)[self.heard :]:
                offer.inbox.put(json.dumps(message))
                self.heard += 1
            # virtual time waits for the thread: the controller would ask again, and give up
            until(lambda: not thread.is_alive() or offer.inbox.answered(), "answers")

        self.heard = seen

        def answer():
            with contextlib.suppress(CommandError):  # the tests that cut it off see to it
                offer.run(self.broker.send_raw, restart)

        thread = threading.Thread(target=answer, daemon=True)
        thread.start()
        return thread, listen

    def load(self, image, restart=False, order=None):
        """Offer an image and let the controller take all of it."""
        thread, listen = self.offer(image, restart, order)

        def done():
            listen()
            return not thread.is_alive()

        self.run(done)

    def load_signed_alone(self, image, root):
        """An offer without a signature is refused, one with the key of this root is taken; the
        key."""
        head = base64.b64encode(image[: hd.SIZE]).decode()
        self.broker.say("feltwire/7/down/image", {"head": head})
        self.run(lambda: "down/image: refused: not signed" in self.table.vm.last_words())
        assert not self.said(topics.UP_IMAGE)
        key = messages.order_key(root, "7", 1, 0, topics.IMAGES)
        self.load(image, order=OrderKey(1, 5, key))
        return key


@pytest.fixture
def site(tmp_path, modulus, key):
    made = Site(tmp_path, modulus, key)
    with made.table:
        yield made
    made.broker.close()


def test_an_image_is_loaded_run_confirmed_and_reported(site, body, tmp_path):
    site.run(lambda: site.said())
    first = site.said()[0]
    assert (first["slot"], first["version"], first["why"]) == ("", 0, "boot")
    image = site.image(3, body)
    site.load(image, restart=True)
    site.run(lambda: site.table.resets)
    site.run(lambda: len(site.said()) > 1)
    reported = site.said()[-1]
    assert (reported["slot"], reported["version"], reported["trial"], reported["why"]) == (
        "a",
        3,
        True,
        "boot",
    )
    assert reported["sha256"] == hd.parse(image[: hd.SIZE]).digest.hex()
    site.table.run_for(62_000_000)
    site.broker.send_raw("feltwire/7/down/program", b"{}")
    site.run(lambda: len(site.said()) > 2)
    asked = site.said()[-1]
    assert (asked["why"], asked["trial"], asked["changed"]) == ("asked", False, False)
    assert asked["sha256"] == reported["sha256"]
    # every day, and a program that is changed where it lies is noticed
    path = site.table.flash / "image.a"
    bad = bytearray(path.read_bytes())
    bad[-1] ^= 1
    path.write_bytes(bad)
    site.broker.send_raw("feltwire/7/down/program", b"{}")
    site.run(lambda: len(site.said()) > 3)
    assert site.said()[-1]["changed"] is True
    # and at the next boot it does not run: the board's own program does
    site.table.restart()
    site.run(lambda: site.said()[-1]["boot"] == asked["boot"] + 1)
    reported = site.said()[-1]
    assert reported["slot"] == "" and reported["refused"] == ["a: the image is damaged"]


def test_an_enrolled_controller_takes_offers_and_blocks_from_who_has_its_key(site, body):
    root = bytes(range(32))
    provision(site.table.flash, root)
    site.table.restart()
    site.run(lambda: site.said(topics.UP_STATE))
    image = site.image(3, body[:20_000])
    key = site.load_signed_alone(image, root)
    states = [m["state"] for m in site.said(topics.UP_IMAGE)]
    assert states == ["want"] * 10 + ["ready"]
    other = site.image(4, body[:20_000])
    thread, listen = site.offer(other, order=OrderKey(1, 6, key))
    site.run(lambda: len(site.said(topics.UP_IMAGE)) > len(states))
    site.broker.send_raw("feltwire/7/down/block", bytes(4) + bytes(2048))
    site.run(lambda: "down/block: refused: not signed" in site.table.vm.last_words())

    def done():
        listen()
        return not thread.is_alive()

    site.run(done)
    assert site.said(topics.UP_IMAGE)[-1]["state"] == "ready"  # it spoilt nothing


@pytest.mark.parametrize("share", [0.0, 0.4, 0.95])
def test_the_power_goes_while_an_image_is_loaded(site, body, share):
    site.run(lambda: site.said())
    body = body[:60_000]  # it never gets so far as to run
    image = site.image(3, body)
    thread, listen = site.offer(image)

    def so_far():
        listen()
        wants = [m for m in site.said(topics.UP_IMAGE) if m["state"] == "want"]
        return wants and wants[-1]["at"] >= share * len(body)

    site.run(so_far)
    site.table.kill()
    site.table.restart()
    site.run(lambda: site.said()[-1]["boot"] == 2)
    assert (site.said()[-1]["slot"], site.said()[-1]["refused"]) == ("", [])


@pytest.mark.parametrize("main, cause", [(BROKEN, 2), (HANGS, 3)], ids=["fails", "hangs"])
def test_a_release_that_fails_or_hangs_is_left_for_the_one_before(site, tmp_path, main, cause):
    site.run(lambda: site.said())
    image = site.image(9, small(tmp_path, main))
    site.load(image, restart=True)
    site.run(lambda: len(site.table.resets) >= 4)
    assert [c for _, c in site.table.resets] == [2, cause, cause, cause]
    site.run(lambda: len(site.said()) > 1)
    reported = site.said()[-1]
    assert (reported["slot"], reported["version"]) == ("", 0)


def test_the_thirty_two_bit_interpreter_runs_an_image(tmp_path, modulus, key, body):
    site = Site(tmp_path, modulus, key, vm="i386")
    site.put("a", site.image(4, body))
    choice = {"use": "a", "trial": "", "left": 0, "bad": "", "highest": 4, "floor": 0}
    from firmware.image.choice import Choice

    kept = Choice(str(site.table.flash / "choice"))
    kept.slots.value = choice
    kept.slots.save()
    with site.table:
        site.run(lambda: site.said())
        assert (site.said()[0]["slot"], site.said()[0]["version"]) == ("a", 4)
    site.broker.close()


def test_the_daily_hash_is_told_without_being_asked(tmp_path):
    from firmware.image.program import EVERY_MS, Program
    from firmware.image.program_bytes import FilesSource

    reported = []
    program = Program(lambda: FilesSource(str(ROOT)), lambda *a: reported.append(a))
    now = 0
    while now < 3 * EVERY_MS:
        program.poll(now)
        now += 1 if len(reported) == 0 else 10_000
    assert [why for why, _, _ in reported] == ["boot", "daily", "daily"]
    assert len({digest for _, digest, _ in reported}) == 1


def test_the_files_program_has_one_hash_and_any_change_another(tmp_path):
    from firmware.image.program import Program
    from firmware.image.program_bytes import FilesSource

    def digest():
        out = []
        program = Program(lambda: FilesSource(str(tmp_path)), lambda *a: out.append(a[1]))
        while not out:
            program.poll(0)
        return out[0]

    for name in ("firmware", "shared_rules"):
        (tmp_path / name / "sub").mkdir(parents=True)
        (tmp_path / name / "sub" / "x.py").write_text("a = 1\n")
    seen = {digest()}
    assert seen == {digest()}
    (tmp_path / "firmware" / "sub" / "x.py").write_text("a = 2\n")
    seen.add(digest())
    (tmp_path / "firmware" / "y.py").write_text("")
    seen.add(digest())
    (tmp_path / "firmware" / "y.py").rename(tmp_path / "firmware" / "z.py")
    seen.add(digest())
    assert len(seen) == 4


def test_a_head_can_be_offered_in_json(make):
    assert len(base64.b64encode(make(1)[:512])) < mqtt.RX_BYTES - 64
