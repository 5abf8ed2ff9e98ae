"""A hand's file as a video: the graphics' pictures in order, and no card before its time."""

import pytest

from gateway import extras
from tests.browser.conftest import NINE, NINE_NAMES
from tests.conftest import missing
from tools import cli
from tools.video.hand_states import END_MS, pictures

STUD = """
variant = "F7S"
antes = [0, 0]
bring_in = 10
small_bet = 20
big_bet = 40
starting_stacks = [1000, 1000]
actions = ["d dh p1 2c3dKh", "d dh p2 AsAc4d", "p2 pb", "p1 cbr 20", "p2 cbr 40", "p1 f"]
players = ["Ann", "Bo"]
"""


@pytest.fixture
def hand(tmp_path):
    """The file of a nine-handed hand: three hands are tabled all-in on the flop, six are folded."""
    path = tmp_path / "hand.phh"
    path.write_text(f'{NINE}players = {list(NINE_NAMES)}\ntable = "7"\n')
    return path


def holes(picture):
    return {seat.name: seat.hole for seat in picture.seats if seat.hole}


def test_the_hand_goes_by_as_it_was_played(hand):
    shown = pictures(hand)
    assert [len(p.board) for p in shown] == sorted(len(p.board) for p in shown)
    assert (shown[0].street, shown[0].pot, shown[0].title) == (
        "Pre-flop",
        1500,
        "Table 7  ·  Hand 1",
    )
    assert [p.said for p in shown][1:3] == ["Chiara Conti folds", "C. Ferguson raises to 2,500"]
    assert "Fatima El-Sayed raises to 9,000, all-in" in [p.said for p in shown]
    assert "H. Watanabe bets 12,000" in [p.said for p in shown]
    end = shown[-1]
    assert end.lasts_ms == END_MS and end.board == ["Kh", "9s", "4d", "5c", "2s"]
    assert {s.name: s.won for s in end.seats if s.won} == {"C. Ferguson": 113_000}


def test_a_hole_card_is_shown_when_it_is_tabled_and_no_earlier(hand):
    shown = pictures(hand)
    first = next(i for i, p in enumerate(shown) if holes(p))
    assert shown[first].said == "C. Ferguson shows"
    assert holes(shown[first]) == {"C. Ferguson": ["As", "Ks"]}
    assert set(holes(shown[-1])) == {"C. Ferguson", "H. Watanabe", "Fatima El-Sayed"}


def test_with_cards_a_hand_is_open_until_it_is_folded(hand):
    shown = pictures(hand, cards=True)
    assert len(holes(shown[0])) == 9
    for picture in shown:
        assert all(not seat.hole and not seat.backs for seat in picture.seats if seat.folded)
    assert len(holes(shown[-1])) == 3


def test_a_hand_given_up_takes_its_upcards_along_and_a_game_without_a_board_shows_none(tmp_path):
    path = tmp_path / "stud.phh"
    path.write_text(STUD)
    shown = pictures(path, cards=True)
    assert all(picture.board is None for picture in shown)
    assert holes(shown[0]) == {"Ann": ["2c", "3d", "Kh"], "Bo": ["As", "Ac", "4d"]}
    assert shown[-1].said == "Ann folds" and holes(shown[-1]) == {"Bo": ["As", "Ac", "4d"]}


def test_a_card_the_file_does_not_name_stays_face_down(tmp_path, hand):
    """As the gateway writes a hand of which the vault has released nothing."""
    text = hand.read_text()
    for cards in ("2c7d", "9h4s", "Jc3d", "8d8c", "Qc2h", "6s3c"):
        text = text.replace(cards, "????")
    hand.write_text(text)
    first = pictures(hand, cards=True)[0]
    assert set(holes(first)) == {"C. Ferguson", "H. Watanabe", "Fatima El-Sayed"}
    assert [seat.backs for seat in first.seats] == [2, 2, 2, 0, 2, 2, 0, 2, 0]


def test_the_video_holds_each_picture_for_its_time(tmp_path, hand):
    if extras.absent("video"):
        missing("the extra video (make setup EXTRAS=video)")
    import av

    out = tmp_path / "hand.mp4"
    assert cli.main(["video", str(hand), str(out)]) == 0
    due, wanted = 0, []
    for picture in pictures(hand):
        wanted.append(due)
        due += picture.lasts_ms
    with av.open(str(out)) as film:
        found = [round(float(frame.time) * 1000) for frame in film.decode(video=0)]
        assert (film.streams.video[0].width, film.streams.video[0].height) == (1280, 720)
    assert found == [*wanted, due]


def test_what_cannot_be_made_is_one_clear_line(tmp_path, hand, monkeypatch, capsys):
    out = str(tmp_path / "hand.mp4")
    monkeypatch.setattr(extras, "absent", lambda extra: False)
    (tmp_path / "odd.phh").write_text("variant = 7")
    assert cli.main(["video", str(tmp_path / "odd.phh"), out]) == 2
    assert "odd.phh: not a hand in PHH: " in capsys.readouterr().err
    assert cli.main(["video", str(tmp_path / "none.phh"), out]) == 2
    assert "none.phh: No such file" in capsys.readouterr().err
    monkeypatch.setattr(extras, "absent", lambda extra: extra == "video")
    assert cli.main(["video", str(hand), out]) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1 and "needs the extra 'video'; type: " in said
