"""``feltwire verify`` on the log of a gateway and a vault as they run."""

import json
import sqlite3

import pytest

from gateway.log.base import OPERATOR
from gateway.vault import proofs
from tests.attacks.attacked import House
from tests.gateway.support import until
from tools import cli


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    """Three hands were played; the gateway has ended."""
    made = House(tmp_path_factory.mktemp("house"))
    made.cards, made.events = {}, []
    for _ in range(3):
        events, cards = made.source.hand()
        made.cards.update(cards)
        made.events.append(events)
        made.play(events)

    def acts():
        return [json.loads(e.row) for e in made.gateway.log.read("7") if e.dev == OPERATOR]

    until(lambda: sum(a.get("over", False) for a in acts()) == 2, "the ends of two hands")
    until(lambda: not made.gateway.vault._proving, "the vault hears of it")
    made.acts = acts()
    import http.client

    line = http.client.HTTPConnection("127.0.0.1", made.port, timeout=60)
    line.request("GET", "/api/v1/tables/7/events?limit=10000")
    made.shown = line.getresponse().read()
    made.controller.stop()
    made.gateway.stop()
    made.setup.stop()
    return made


def run(house, capsys, *words):
    code = cli.main(["verify", *words, "--data", str(house.folder)])
    return code, capsys.readouterr()


def test_a_log_of_running_processes_holds_and_each_act_is_in_it_once(house, capsys):
    code, said = run(house, capsys)
    assert code == 0, said
    assert "3 hands, 3 sealed" in said.out and "DOES NOT HOLD" not in said.out
    assert len({proofs.name_of(act) for act in house.acts}) == len(house.acts)
    assert len([a for a in house.acts if a["act"] == proofs.SEALED]) == 3


def test_a_hand_is_shown_in_the_order_of_its_deal(house, capsys):
    code, said = run(house, capsys, "2")
    assert code == 0
    board = [
        house.cards[t]
        for e in house.events[1]
        if e["what"] == "card_move" and e["to"] == "board"
        for t in e["cards"]
    ]
    (line,) = [text for text in said.out.splitlines() if text.startswith("  board:")]
    assert [part.split()[1] for part in line.split(": ")[1].split(", ")] == board
    assert "sealed" in said.out and house.acts[0]["key"] in said.out


def test_the_interface_for_programs_names_no_card_of_it(house):
    rows = json.loads(house.shown)["events"]
    shown = [r["event"] for r in rows if r["dev"] == OPERATOR]
    assert [a["hand"] for a in shown if a["act"] == "sealed"] == [1, 2, 3]
    for act in shown:
        assert all(isinstance(token, str) and len(token) == 16 for token in act["cards"])


def test_a_part_of_the_log_is_passed_on_and_shows_the_same_to_who_has_nothing_else(
    house, capsys, tmp_path
):
    part = tmp_path / "hand-2.jsonl"
    code, said = run(house, capsys, "2", "--out", str(part))
    assert code == 0
    head = said.out.rsplit("--head ", 1)[1].strip()
    assert cli.main(["verify", str(part), "--vault-key", house.acts[0]["key"]]) == 0
    again = capsys.readouterr().out
    assert again.splitlines()[0] in said.out and "board: " in again
    assert run(house, capsys, "--head", head)[0] == 0
    wrong = head[:-1] + ("0" if head[-1] != "0" else "1")
    code, said = run(house, capsys, "--head", wrong)
    assert code == 2 and "not what it was" in said.err
    assert cli.main(["verify", str(part), "--vault-key", "00" * 32]) == 1
    lines = part.read_text().splitlines()
    for i in (2, len(lines) // 2):
        part.write_text("\n".join(lines[:i] + lines[i + 1 :]) + "\n")
        assert cli.main(["verify", str(part)]) == 2
    part.write_text("")
    assert cli.main(["verify", str(part)]) == 2


def test_a_backup_shows_it_as_well(house, capsys, tmp_path):
    assert cli.main(["backup", str(tmp_path), "--data", str(house.folder)]) == 0
    (path,) = tmp_path.glob("*.gz")
    assert cli.main(["verify", str(path)]) == 0
    assert "3 hands, 3 sealed" in capsys.readouterr().out


def test_what_is_no_hand_and_no_file_is_said_in_a_line(house, capsys, tmp_path):
    (tmp_path / "text").write_text("a text\n")
    for words in (["99"], [str(tmp_path / "none")], [str(tmp_path / "text")], ["--table", "9"]):
        code, said = run(house, capsys, *words)
        assert code == 2 and len(said.err.splitlines()) == 1


def test_a_log_whose_rows_were_changed_is_damaged(house, capsys, tmp_path):
    copy = tmp_path / "log"
    copy.mkdir()
    for path in (house.folder / "log").iterdir():
        (copy / path.name).write_bytes(path.read_bytes())
    (name,) = [p for p in copy.iterdir() if p.suffix in (".sqlite3", ".db", ".sqlite")]
    with sqlite3.connect(name) as db:
        db.execute(
            "UPDATE event SET \"row\"=replace(\"row\", 'public', 'publik') WHERE dev='@operator'"
        )
    db.close()
    assert cli.main(["verify", "--data", str(tmp_path)]) == 2
    assert "does not match its hash" in capsys.readouterr().err
