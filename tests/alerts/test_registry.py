"""An alert is one row: its producer names it, and everything else about it is read there."""

import ast
import re

import pytest

from gateway.alerts import escalation, registry
from gateway.alerts.push import Push
from gateway.settings.fields import Settings
from gateway.tables import alerts
from tests.conftest import ROOT

REGISTRY = ROOT / "gateway" / "alerts" / "registry.py"
FIELD = re.compile(r"{(\w+)}")
WORDS_MIN = 3  # so many words in a row are a sentence of the registry's, not chance


def sources():
    for folder in ("gateway", "tools", "feltwire", "shared_rules"):
        yield from (p for p in (ROOT / folder).rglob("*.py") if p != REGISTRY)


def literals(path):
    """The texts of a file's code; docstrings are none."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    documents = {id(n.value) for n in ast.walk(tree) if isinstance(n, ast.Expr)}
    found = (n for n in ast.walk(tree) if isinstance(n, ast.Constant))
    texts = (n.value for n in found if id(n) not in documents and isinstance(n.value, str))
    return "\n".join(texts)


def fields(code):
    """A row's fields, each with a value of its own name."""
    return {name: name for name in FIELD.findall(registry.ALERTS[code].sentence)}


def body(code):
    return {**alerts.of_table(*registry.alert(code, **fields(code))), "wall": 0}


def produced():
    """Codes that the programs raise: every call of ``alert``, and the values of vault FAULTS."""
    from gateway.vault.core import FAULTS

    found = set(FAULTS.values())
    for path in sources():
        text = path.read_text(encoding="utf-8")
        tree = ast.parse(text if "from gateway.alerts.registry import alert\n" in text else "")
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and getattr(node.func, "id", None) == "alert":
                code = node.args[0]
                if isinstance(code, ast.Constant):
                    found.add(code.value)
                else:  # the one table of codes there is
                    assert ast.unparse(code) == "FAULTS[what]", f"{path}:{node.lineno}"
    return found


def test_every_code_has_a_row_and_every_row_a_producer():
    assert produced() == set(registry.ALERTS)


def test_an_alert_without_a_row_is_refused():
    with pytest.raises(KeyError):
        registry.alert("no_such_alert")
    with pytest.raises(KeyError):
        alerts.of_table("no_such_alert", "A text.")


def test_the_sentence_stands_nowhere_else():
    texts = {path: literals(path) for path in sources()}
    for code, row in registry.ALERTS.items():
        parts = [part.strip(" .:,") for part in FIELD.split(row.sentence)[::2]]
        for part in (p for p in parts if len(p.split()) >= WORDS_MIN):
            found = [str(p.relative_to(ROOT)) for p, text in texts.items() if part in text]
            assert found == [], f"{code}: {part!r}"


class Phones(Push):
    """Notes whom it would call."""

    def __init__(self, folder):
        super().__init__(Settings(data_dir=folder))
        self._vapid, self.subscriptions, self.called = True, self, []

    def of(self, audiences, _whose):
        self.called.append(audiences)
        return ()


@pytest.mark.parametrize("code", sorted(registry.ALERTS))
def test_severity_escalation_and_who_is_called_are_those_of_its_row(code, tmp_path, monkeypatch):
    rows = registry.ALERTS
    assert body(code)["severity"] == rows[code].severity
    for escalates in (registry.ANSWERED, registry.SHOWN, registry.NEVER):
        monkeypatch.setitem(rows, code, rows[code]._replace(escalates=escalates))
        shown = {**body(code), "shown": {"where": "floor", "wall": 0}}
        waits = [alerts.waits(b, True) for b in (body(code), shown)]
        assert waits == [escalates != registry.NEVER, escalates == registry.ANSWERED]
    phones = Phones(tmp_path)
    for calls in (registry.NOBODY, registry.DIRECTOR, registry.EVERYBODY):
        monkeypatch.setitem(rows, code, rows[code]._replace(calls=calls))
        phones.called.clear()
        phones.notify({"table": "7", "n": 1, "k": 0, "level": 0, "body": body(code)})
        assert phones.called == ([calls] if calls else [])
    phones.notify({"table": "7", "n": 1, "k": 0, "level": 1, "body": body(code)})
    assert phones.called[-1] == registry.EVERYBODY


def test_a_settled_alert_waits_for_nobody_and_an_old_code_follows_its_severity():
    settled = {**body("floor_called"), "closed": True}
    assert escalation.state_of(settled).name == escalation.SETTLED
    assert not alerts.waits(settled, True)
    old = {**body("drift_chips"), "ruling": "drift", "severity": "urgent"}  # of an earlier version
    assert alerts.waits(old, False) and registry.calls(old, 0) == registry.FLOOR
