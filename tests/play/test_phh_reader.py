"""Reading hand histories: labels, collections, fractions, bad files."""

import pytest

from tools.playing import phh

HAND = """
variant = "NT"
antes = [0, 0]
blinds_or_straddles = [50, 100]
min_bet = 100
starting_stacks = [1000, 1000]
actions = ["d dh p1 AsKs", "d dh p2 2c3d", "p2 f"]
"""


def test_one_hand_is_named_by_its_path(tmp_path):
    path = tmp_path / "a.phh"
    path.write_text(HAND)
    [(label, record)] = phh.read(path)
    assert label == str(path)
    assert record["starting_stacks"] == [1000, 1000]


def test_hands_of_a_collection_are_named_by_their_sections(tmp_path):
    path = tmp_path / "a.phhs"
    path.write_text("[0]" + HAND + "[7]" + HAND)
    assert [label for label, _ in phh.read(path)] == [f"{path}#[0]", f"{path}#[7]"]


def test_folders_are_searched_in_order(tmp_path):
    (tmp_path / "b").mkdir()
    for name in ("z.phh", "b/a.phh", "readme.txt"):
        (tmp_path / name).write_text(HAND)
    assert [p.name for p in phh.files([tmp_path])] == ["a.phh", "z.phh"]


@pytest.mark.parametrize("text", ["variant = ", "\xff\xfe", "[0]\n[0]\n"])
def test_a_bad_file_is_one_line_and_the_others_go_on(tmp_path, text):
    (tmp_path / "a.phh").write_text(text, encoding="latin-1")
    (tmp_path / "b.phh").write_text(HAND)
    (_, bad), (_, good) = phh.read_all([tmp_path])
    assert isinstance(bad, phh.BadHand)
    assert "a.phh" in str(bad)
    assert "\n" not in str(bad)
    assert good["variant"] == "NT"


def test_a_missing_path_is_named(tmp_path):
    with pytest.raises(phh.BadHand, match="no such file"):
        phh.files([tmp_path / "nowhere"])


def test_fractions_become_whole_units(tmp_path):
    path = tmp_path / "a.phh"
    path.write_text(HAND.replace("[1000, 1000]", "[1000.5, 1000]"))
    record, scale = phh.whole_units(phh.read(path)[0][1])
    assert scale == 10
    assert record["starting_stacks"] == [10005, 10000]
    assert record["blinds_or_straddles"] == [500, 1000]
