"""Which image runs: every damage, every cut and every downgrade ends in a program that is good."""

import base64
import json

import pytest

from firmware.image import header as hd
from firmware.image import loader
from firmware.image.areas import BLOCK, FileArea, FlashArea, of_board
from firmware.image.choice import TRIAL_BOOTS, Choice
from firmware.image.update import ASK_MS, ASKS_MAX, N, Update
from tests.images.conftest import BOARD


class Cut(Exception):
    """The power goes."""


class Nor(bytearray):
    """Flash as ``rp2.Flash`` gives it: blocks to erase and write, a buffer to read."""

    def __init__(self, blocks=6):
        super().__init__(b"\xff" * BLOCK * blocks)
        self.left = None  # writes until the power goes

    def ioctl(self, op, arg):
        assert op == 6
        self._put(arg, b"\xff" * BLOCK)

    def writeblocks(self, n, buf):
        if self.left is not None:
            self.left -= 1
            if self.left < 0:
                self._put(n, buf[: BLOCK // 2])
                raise Cut
        self._put(n, buf)

    def _put(self, n, data):
        memoryview(self)[n * BLOCK : n * BLOCK + len(data)] = data


class Board:
    """A controller as far as its images go; ``boot()`` is what the loader does."""

    def __init__(self, folder, modulus, areas=None):
        self.folder = str(folder)
        self.who = loader.Device(BOARD, [modulus])
        self.areas = areas or of_board("linux", self.folder)
        self.restarts = 0

    def choice(self):
        return Choice(self.folder + "/choice")

    def boot(self):
        return loader.choose(self.choice(), self.areas, self.who)

    def update(self, running=None):
        """The running program's updater; what it says is collected in ``said``."""
        self.said = []
        return Update(
            self.choice(), self.areas, self.who, running or self.boot(), self.said.append,
            self._restart, lambda: True,
        )  # fmt: skip

    def _restart(self):
        self.restarts += 1

    def install(self, image, running=None, stop_after=None):
        """Offer an image and answer what is asked for; the last thing said."""
        update = self.update(running)
        update.heard(json.dumps({"head": base64.b64encode(image[:512]).decode()}).encode(), 0)
        blocks = 0
        for now in range(1, 100_000):
            last = self.said[-1]
            if last["state"] == "want" and update.state == 1:
                if blocks == stop_after:
                    return last
                at = last["at"]
                update.block(at.to_bytes(4, "little") + image[512 + at : 512 + at + N], now)
                blocks += 1
            elif update.state:
                update.poll(now)
            else:
                return self.said[-1]
        raise AssertionError("it does not end")

    def run(self, image):
        """Install, boot, prove itself: what runs then."""
        assert self.install(image)["state"] == "ready"
        booted = self.boot()
        self.choice().confirm(booted.slot, booted.header)
        return booted


@pytest.fixture
def board(tmp_path, modulus):
    return Board(tmp_path, modulus)


def test_without_an_image_the_boards_own_program_runs(board):
    booted = board.boot()
    assert (booted.slot, booted.version, booted.refused) == ("", 0, [])


def test_images_alternate_between_the_areas_and_the_one_before_is_kept(board, make):
    assert (board.run(make(1)).slot, board.boot().version) == ("a", 1)
    assert (board.run(make(2)).slot, board.boot().version) == ("b", 2)
    assert (board.run(make(3)).slot, board.boot().version) == ("a", 3)
    path = board.areas["a"].path
    with open(path, "r+b") as f:  # the newest is damaged: the one before it runs
        f.seek(1000)
        f.write(b"\x00")
    booted = board.boot()
    assert booted.version == 2 and booted.slot == "b"
    assert booted.refused == ["a: the image is damaged"]


def test_every_flipped_byte_is_refused(make, modulus, tmp_path):
    image = make(1, body=b"0123456789")
    area = FileArea(str(tmp_path / "x"))
    who = loader.Device(BOARD, [modulus])
    for at in range(len(image)):
        bad = bytearray(image)
        bad[at] ^= 1 << at % 8
        (tmp_path / "x").write_bytes(bad)
        with pytest.raises(hd.BadImage):
            loader.check(area, who.keys, who.board)
    (tmp_path / "x").write_bytes(image)
    assert loader.check(area, who.keys, who.board).version == 1


def test_every_length_but_its_own_is_refused(make, modulus, tmp_path):
    image = make(1, body=b"0123456789")
    area = FileArea(str(tmp_path / "x"))
    for n in [*range(len(image)), len(image) + 1, len(image) + 4096]:
        (tmp_path / "x").write_bytes((image + bytes(4096))[:n])
        with pytest.raises(hd.BadImage):
            loader.check(area, [modulus], BOARD)


def test_an_image_of_another_board_or_another_signer_is_refused(board, make):
    from cryptography.hazmat.primitives.asymmetric import rsa

    other = rsa.generate_private_key(public_exponent=65537, key_size=3072)
    assert "board" in board.install(make(5, board="w5500_evb_pico2"))["why"]
    assert "trusts" in board.install(make(5, by=other))["why"]
    board.who = loader.Device(BOARD, [])
    assert "trusts" in board.install(make(5))["why"]
    assert board.boot().slot == ""


def test_a_downgrade_is_refused_and_so_is_the_same_version(board, make):
    board.run(make(4))
    board.run(make(6))
    for version, word in ((5, "downgrade"), (6, "already"), (1, "downgrade")):
        said = board.install(make(version))
        assert said["state"] == "refused" and word in said["why"]
    assert board.boot().version == 6


def test_a_downgrade_is_refused_also_while_the_one_before_stands_in(board, make):
    board.run(make(4))
    board.run(make(6))
    with open(board.areas["b"].path, "wb"):
        pass
    assert board.boot().version == 4
    assert "downgrade" in board.install(make(5))["why"]
    assert board.install(make(6))["state"] == "ready"


def test_a_release_can_forbid_those_before_it(board, make):
    board.run(make(4))
    board.run(make(6, oldest=6))
    with open(board.areas["b"].path, "wb"):
        pass
    booted = board.boot()
    assert booted.slot == ""
    assert any("may not run any more" in text for text in booted.refused)


def test_a_trial_that_never_proves_itself_ends_after_some_boots(board, make):
    board.run(make(1))
    assert board.install(make(2))["state"] == "ready"
    assert [board.boot().version for _ in range(TRIAL_BOOTS + 2)] == [2] * TRIAL_BOOTS + [1, 1]
    assert board.install(make(3))["state"] == "ready"
    assert board.boot().version == 3


def test_a_first_image_that_fails_leaves_the_boards_own_program(board, make):
    assert board.install(make(2))["state"] == "ready"
    assert [board.boot().version for _ in range(TRIAL_BOOTS + 1)] == [2] * TRIAL_BOOTS + [0]


def test_loading_cut_off_at_any_block_boots_the_one_before(board, make):
    board.run(make(1))
    new = make(2)
    blocks = -(-(len(new) - 512) // N)
    for stop in range(blocks):
        assert board.install(new, stop_after=stop)["state"] == "want"
        booted = board.boot()  # the power went; what was open stays as far as it was written
        assert (booted.version, booted.refused) == (1, [])
    assert board.run(new).version == 2


def test_mapped_flash_cut_off_at_any_write_boots_the_one_before(tmp_path, modulus, make):
    flashes = {name: Nor() for name in "ab"}
    areas = {name: FlashArea(flash) for name, flash in flashes.items()}
    board = Board(tmp_path, modulus, areas)
    body = bytes(range(256)) * 64
    assert board.run(make(1, body=body)).slot == "a"
    for writes in range(5):
        flashes["b"].left = writes
        with pytest.raises(Cut):
            board.install(make(2, body=body))
        assert board.boot().version == 1
    flashes["b"].left = None
    assert board.run(make(2, body=body)).slot == "b"
    assert bytes(areas["b"].body(len(body))) == body
    too_long = make(3, body=bytes(6 * BLOCK))
    assert "fit" in board.install(too_long)["why"]


@pytest.mark.parametrize("beyond", [0, 1])
def test_an_image_that_fills_its_area_is_taken_and_a_byte_more_is_refused(
    tmp_path, modulus, make, beyond
):
    areas = {name: FlashArea(Nor()) for name in "ab"}
    board = Board(tmp_path, modulus, areas)
    said = board.install(make(1, body=bytes(areas["a"].limit - hd.SIZE + beyond)))
    if beyond:
        assert (said["state"], said["why"]) == ("refused", "24065 bytes do not fit")
        assert bytes(areas["a"].head()) == b"\xff" * hd.SIZE  # nothing was written
    else:
        assert said["state"] == "ready" and board.boot().version == 1


def test_the_choice_cut_off_at_any_byte_stays_one_of_both(board, make, tmp_path):
    board.run(make(1))
    before = {p.name: p.read_bytes() for p in tmp_path.iterdir() if "choice" in p.name}
    assert board.install(make(2))["state"] == "ready"
    written = {
        p.name: p.read_bytes()
        for p in tmp_path.iterdir()
        if "choice" in p.name and before.get(p.name) != p.read_bytes()
    }
    assert written
    for name, data in written.items():
        for cut in range(len(data)):
            for other, old in {**before, **written}.items():
                (tmp_path / other).write_bytes(old)
            (tmp_path / name).write_bytes(data[:cut])
            assert board.boot().version in (1, 2)


def test_blocks_that_do_not_come_are_asked_for_again_and_not_for_ever(board, make):
    update = board.update()
    image = make(1)
    update.heard(json.dumps({"head": base64.b64encode(image[:512]).decode()}).encode(), 0)
    for now in range(0, ASK_MS * (ASKS_MAX + 3), 100):
        update.poll(now)
    assert [s["state"] for s in board.said].count("want") == ASKS_MAX
    assert board.said[-1]["state"] == "given up"
    assert board.boot().slot == ""


def test_blocks_out_of_place_repeated_or_damaged_change_nothing(board, make):
    image = make(1)
    update = board.update()
    update.heard(json.dumps({"head": base64.b64encode(image[:512]).decode()}).encode(), 0)
    for bad in (b"", b"\x00", (N).to_bytes(4, "little") + bytes(N), bytes(4) + b"short"):
        update.block(bad, 1)
    assert board.said[-1]["at"] == 0 and len(board.said) == 1
    update.block(bytes(4) + bytes(N), 2)  # the right place, other bytes
    update.block(bytes(4) + bytes(N), 3)  # once more
    at = N
    while update.state == 1:
        data = image[512 + at : 512 + at + N]
        update.block(at.to_bytes(4, "little") + data, 4)
        at += N
    assert board.said[-1] == {"state": "given up", "version": 1, "why": "the image is damaged"}
    assert board.boot().slot == ""


@pytest.mark.parametrize(
    "junk", [b"", b"[]", b"{}", b"7", b'{"head":3}', b'{"head":"!"}', b'{"head":"AAAA"}', b"\xff"]
)
def test_nonsense_for_an_offer_is_refused(board, junk):
    update = board.update()
    update.heard(junk, 0)
    assert board.said[-1]["state"] == "refused"
    assert update.state == 0


def test_it_restarts_when_asked_for_the_version_that_waits(board, make):
    update = board.update()
    update.heard(b'{"restart": 1}', 0)
    assert board.said[-1]["state"] == "refused"
    assert board.install(make(1))["state"] == "ready"
    update = board.update(loader.Booted("", None, [], False))
    update.ready = 1
    update.heard(b'{"restart": 1}', 0)
    update.poll(1)
    assert board.restarts == 1


def test_a_flash_that_refuses_is_told(board, make, monkeypatch):
    monkeypatch.setattr(board.areas["a"], "write", lambda data: (_ for _ in ()).throw(OSError(28)))
    said = board.install(make(1))
    assert said["state"] == "given up" and "flash" in said["why"]
