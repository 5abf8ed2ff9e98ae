"""A board without a table in its own program waits for an image, on the real MicroPython VM."""

import shutil

import pytest

from firmware.image.choice import Choice
from firmware.image.waiting import WAITS
from shared_rules import topics
from tests.images.test_on_vm import Site
from tools.install.images import build, manifests
from tools.virtual.player import provision


@pytest.fixture
def own(tmp_path):
    """A tree with what the Pico2's own program freezes of ours, and nothing more."""
    tree = tmp_path / "own"
    for name, path in manifests.frozen("rp2").items():
        (tree / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, tree / name)
    return tree


@pytest.fixture
def site(tmp_path, modulus, key, own):
    made = Site(tmp_path, modulus, key, tree=own)
    with made.table:
        yield made
    made.broker.close()


def waits(site, count=1):
    """It has said that it waits, at its start number ``count``."""
    site.run(lambda: site.said(topics.UP_STATE) and site.said(topics.UP_STATE)[-1]["boot"] == count)
    return site.said(topics.UP_STATE)[-1]


def test_it_reads_nothing_says_why_and_plays_from_the_image_it_is_sent(site, real_image):
    state = waits(site)
    assert state["online"] and state["safe"] == WAITS
    assert WAITS in site.table.vm.last_words()
    site.run(lambda: site.said())
    assert (site.said()[0]["slot"], site.said()[0]["version"]) == ("", 0)
    site.load(site.image(3, real_image[0]), restart=True)
    site.run(lambda: len(site.said()) > 1)
    assert (site.said()[-1]["slot"], site.said()[-1]["version"]) == ("a", 3)
    assert "safe" not in site.said(topics.UP_STATE)[-1]
    site.run(lambda: site.said(topics.UP_HEALTH))  # a table reports: antennas are read
    assert site.said(topics.UP_HEALTH)[-1]["readers_up"] > 0
    # the image damaged: it waits again, and says what is wrong
    path = site.table.flash / "image.a"
    path.write_bytes(path.read_bytes()[:-1])
    site.table.restart()
    state = waits(site, 3)
    assert state["safe"].startswith(WAITS + "; a: the image is not as long")


def test_an_image_cut_off_while_it_comes_leaves_it_waiting(site):
    waits(site)
    image = site.image(3, bytes(range(256)) * 100)
    thread, listen = site.offer(image)

    def under_way():
        listen()
        wants = [m for m in site.said(topics.UP_IMAGE) if m["state"] == "want"]
        return wants and wants[-1]["at"] > 10_000

    site.run(under_way)
    site.table.kill()
    site.table.restart()
    assert waits(site, 2)["safe"] == WAITS


def test_an_image_without_a_table_has_failed_and_waits_for_nothing(site, own):
    waits(site)
    site.load(site.image(3, build.rom(own)), restart=True)
    site.run(lambda: len(site.table.resets) >= 4)  # the restart, and three boots
    assert waits(site, 2)["safe"] == WAITS  # no boot of the image has got so far as to say a word
    assert Choice(str(site.table.flash / "choice")).value["bad"] == "a"


def test_an_enrolled_board_takes_its_image_from_who_has_its_key_alone(site):
    root = bytes(range(32))
    provision(site.table.flash, root)
    site.table.restart()
    waits(site)
    image = site.image(3, bytes(range(256)) * 40)
    site.load_signed_alone(image, root)
    assert site.said(topics.UP_IMAGE)[-1]["state"] == "ready"
