"""One table as the gateway knows it: the engine's state, its alerts, its last actions."""

import json
import threading
from collections import deque

from gateway.alerts.registry import alert
from gateway.errors import VaultAway, VaultError
from gateway.ingest import decoder
from gateway.log.base import OPERATOR
from gateway.tables import alerts, foreign, handmoves, words
from gateway.tables.reads import Reads
from gateway.tables.tabletime import in_table_time
from shared_rules import by_hand, zones

EVENTS_KEPT = 4000  # of this hand and the one before, for evidence
ALERTS_KEPT = 200
ACTIONS_KEPT = 60
QUESTIONS_KEPT = 4  # as many as a controller keeps open
GAP_ALERT = 1000  # numbers of alerts that no event raised begin here
REFUSED = "riffle_refused"  # kind of a notice of the table's own
CALLS = ("call_floor", "floor")  # kinds of notice by which a dealer calls the floor


class Results:
    """What a batch of events led to, to be stored: see SqlLog.keep_results."""

    def __init__(self):
        self.hands = []  # (table, n, record dict)
        self.alerts = []  # (table, n, k, wall, body dict)
        self.withdrawn = []  # the same, of alerts that are no longer so


class LiveTable:
    """See the module. ``lock`` guards everything.

    ``version`` grows with each change, ``alerts_version`` with those of alerts.
    """

    def __init__(self, name, make_engine, vault, rulebook):
        self.name = name
        self.lock = threading.RLock()
        self._changed = threading.Condition(self.lock)  # something became of an alert
        self.version = self.alerts_version = 0
        self.kept_html, self.kept_alerts = (
            {},
            None,
        )  # see gateway/web/fragments.py
        self.online = None  # None: the controller has not said
        self.silent = False  # nothing was heard of it for some seconds
        self.health = {}
        self.trouble = None  # why rulings are halted, None when all is well
        self.stopped = False  # its log is damaged: no new setup changes that
        self.setup = {}
        self.hand = None  # the controller's hand counter
        self.hand_n = 0  # event that began the current hand
        self._stored = False  # see ``apply``
        self._ruled_from = 0  # event that began the hand the engine rules on: the same, or the last
        self.hand_key = None  # (dev, boot, hand) of it, as the vault calls it
        self.alerts = {}  # (n, k) -> body, with "decision"
        self.actions = deque(maxlen=ACTIONS_KEPT)  # of the current hand
        self.finished = deque(maxlen=20)  # records, newest last
        self.t = 0
        self.n = 0
        self.make_engine, self._vault, self._rulebook = make_engine, vault, rulebook
        self.questions = {}  # number -> question of this hand the dealer has not answered
        self.kept_board = []  # tokens of this hand's board, also when the cards are gathered
        self.kept_shown = {}  # seat -> tokens tabled in this hand
        self.reads = Reads()
        self.dealt_by_hand = False  # nobody reads where the cards of this hand lie
        self._engine = make_engine(rulebook)
        self._valid = None
        self._unopened = False  # the vault was away when the hand began: it is asked again
        self._events = deque(maxlen=EVENTS_KEPT)  # (n, event) the engine was shown
        self._hand_events = 0  # how many of them since the last riffle

    def hands_played(self):
        """How many of the finished hands were played to their end: a cut one is none."""
        return sum(1 for record in self.finished if not record.get("cut"))

    # -- taking events

    def apply(self, entry, results, stored=False):
        """Take one committed entry; adds what follows to ``results``.

        ``stored``: what it raised was taken back already, and may be of a hand not replayed.
        """
        with self.lock:
            self._stored = stored
            self.n, self.t = entry.n, entry.t
            self.version += 1
            if entry.dev == OPERATOR:
                self.operated(entry)
                return
            if entry.bad is not None:
                return
            event = in_table_time(entry.event or decoder.event(entry.row), entry.t)
            try:
                self._take_event(entry, event, results)
            except Exception as e:  # the log goes on; this table's rulings wait for the next setup
                self._stop_ruling(entry, event, e, results)

    def _take_event(self, entry, event, results):
        self._prepare(entry, event, results)
        if self._unopened and not self._vault.is_away():
            self._open_hand(entry, results)
        if self.trouble and event["what"] == "setup" and not self.stopped:
            self.trouble, self._engine = None, self.make_engine(self._rulebook)
        if not self.trouble:
            self._run(entry, foreign.mark(event, self._valid), results)

    def _stop_ruling(self, entry, event, error, results):
        self.trouble = f"rulings stopped at event {entry.n} ({type(error).__name__})"
        stopped = alert("engine_stopped")
        try:
            body = alerts.of_table(*stopped, event, entry.n)
        except Exception:  # it may be the event that cannot be put into words
            body = alerts.of_table(*stopped)
        self._alert(entry, body, results)

    def missed(self, gap, results):
        """Events of the controller never came (``log.base.Gap``): say so."""
        with self.lock:
            missing = alert("events_missing", count=gap.last - gap.first + 1)
            self._alert_apart(*missing, gap.wall, results)

    def halt(self, why, wall_ms, results=None):
        """Stop ruling on this table: its log is damaged. Says so once."""
        with self.lock:
            if self.trouble != why:
                self.trouble, self.stopped = why, True
                damaged = alert("log_damaged", why=why)
                if not self.says(*damaged):
                    self._alert_apart(*damaged, wall_ms, results or Results())

    def warn(self, code, text, wall_ms, results):
        """An alert (``registry.Alert``) that no event raised."""
        with self.lock:
            self._alert_apart(code, text, wall_ms, results)

    def says(self, code, text):
        """True while an alert that no event raised, and nobody has answered, says this."""
        with self.lock:
            return any(
                body["ruling"] == code and body["text"] == text
                for (_n, k), body in self.alerts.items()
                if k >= GAP_ALERT and not body.get("decision") and not body.get("withdrawn")
            )

    def take_alert(self, n, k, body):
        """An alert no event raised, told by another gateway; False when it is known."""
        with self.lock:
            if (n, k) in self.alerts:
                return False
            self.alerts[(n, k)] = body
            self._alerts_changed()
            return True

    def _alert_apart(self, code, text, wall_ms, results):
        body = alerts.of_table(code, text)
        body["t"], body["wall"] = self.t, wall_ms
        k = GAP_ALERT
        while (self.n, k) in self.alerts:
            k += 1
        self.alerts[(self.n, k)] = body
        self._forget_alerts()
        results.alerts.append((self.name, self.n, k, wall_ms, body))
        self._alerts_changed()

    def _prepare(self, entry, event, results):
        """What the vault, the screens and the floor need to know before the engine is asked."""
        what = event["what"]
        if what == "riffle":
            self.hand_n = entry.n
            self.questions = {}
            self._alerts_changed()
            if event.get("hand") is not None:
                self.hand = event["hand"]
                self.hand_key = (entry.dev, entry.boot, self.hand)
                self._open_hand(entry, results)
        elif what == "setup":
            self.setup = {k: v for k, v in event.items() if k not in ("t", "what")}
        elif what == "notice" and event["kind"] in CALLS:
            seat = event.get("about_seat") or event.get("seat")
            body = alerts.of_table(*alert("floor_called"), event, entry.n, seat)
            self._alert(entry, body, results)
        elif what == "notice" and event["kind"] == REFUSED:
            body = alerts.of_table(*alert("riffle_refused"), event, entry.n)
            self._alert(entry, body, results)
        elif what == "by_hand" and by_hand.is_correction(event):
            said = alert("put_right", what=words.put_right(event))
            self._alert(entry, alerts.of_table(*said, event, entry.n, event.get("seat")), results)
        elif what == "question":
            self.questions[event["id"]] = event
            while len(self.questions) > QUESTIONS_KEPT:
                del self.questions[next(iter(self.questions))]
        elif what == "answer":
            self.questions.pop(event["id"], None)
        elif what == "drift":
            said = {"what": words.drift(event)}
            cards = event["kind"].startswith("card")
            drift = alert("drift_cards", **said) if cards else alert("drift_chips", **said)
            self._alert(entry, alerts.of_table(*drift, event, entry.n), results)
        elif what == "lost":
            body = alerts.of_table(*alert("events_lost", count=event["count"]), event, entry.n)
            self._alert(entry, body, results)
        self._vault.follow(self.name, event)

    def _open_hand(self, entry, results):
        self._valid, self._unopened = None, False
        try:
            tokens = self._vault.open_hand(self.name, *self.hand_key)
        except VaultAway:
            self._unopened = True
        except VaultError as e:
            self._alert(entry, alerts.of_table(*alert("vault", why=e)), results)
        else:
            self._valid = None if tokens is None else frozenset(tokens)

    def _run(self, entry, event, results):
        if event["what"] == "riffle":
            while len(self._events) > self._hand_events:
                self._events.popleft()
            self._hand_events = 0
        if event["what"] != "setup":  # belongs to no hand: evidence does not count it
            self._events.append((entry.n, event))
            self._hand_events += 1
        if event["what"] == "riffle":
            self.actions.clear()
            self.dealt_by_hand = False
            self.kept_board, self.kept_shown = [], {}
        self.reads.take(event)
        outputs = self._engine.apply(event)
        for output in outputs:
            self._take(entry, output, results)
        if event["what"] == "riffle":
            self._ruled_from = entry.n  # what it said on this event may be of the hand before
        if event["what"] == "by_hand" and event["kind"] == "dealt":
            self.dealt_by_hand = True
        if event["what"] == "by_hand" or (event["what"] == "card_move" and _shows(event)):
            self._keep_shown()

    def _keep_shown(self):
        """Remember board and tabled hands: the screens show them until the next riffle."""
        view = self._engine.view()
        if view["board"]:
            self.kept_board = list(view["board"])
        for seat in view["seats"]:
            if seat["shown"]:
                self.kept_shown[seat["seat"]] = list(seat["shown"])

    # -- what the engine says

    def _take(self, entry, output, results):
        k = output["k"]
        if k == "action":
            self.actions.append(dict(output, t=entry.t))
        elif k == "revise":
            self._revise(output)
        elif k == "ruling" and output.get("irregular"):
            evidence = self._evidence(output.get("evidence") or ())
            hand_id = self._engine.view().get("hand_id")
            self._alert(entry, alerts.of_ruling(output, hand_id, evidence), results)
        elif k == "withdraw":
            self._withdraw(output, results)
        elif k == "close":
            self._close(output, results)
        elif k == "hand":
            record = self._record(entry, output)
            self._keep_record(record)
            results.hands.append((self.name, entry.n, record))

    def _keep_record(self, record):
        kept = handmoves.latest([*list(self.finished)[-1:], record])
        if len(kept) == 1 and self.finished:
            self.finished.pop()  # it stands in place of the one before
        self.finished.append(record)

    def _revise(self, output):
        for i in range(len(self.actions) - 1, -1, -1):
            if self.actions[i]["seat"] == output["seat"]:
                if output["action"] is None:
                    del self.actions[i]
                else:
                    self.actions[i] = dict(output["action"], t=self.actions[i]["t"])
                return

    def _withdraw(self, output, results):
        """The newest alert on the situation, of the hand that is ruled on, is no longer so."""
        for (n, k), body in sorted(self.alerts.items(), reverse=True):
            if n < self._ruled_from:
                return
            same = body.get("situation") == output["situation"]
            if same and body["seat"] == output["seat"] and not body.get("withdrawn"):
                body["withdrawn"] = True
                results.withdrawn.append((self.name, n, k, body["wall"], body))
                self._alerts_changed()
                return

    def _close(self, output, results):
        """The remedy has been carried out and play has gone on: nobody need do anything more.

        The alert may be of an earlier hand, whose remedy was carried out in this one.
        """
        if self._stored:
            return  # it was closed then, and is stored so
        for (n, k), body in sorted(self.alerts.items(), reverse=True):
            same = body.get("situation") == output["situation"]
            over = body.get("withdrawn") or body.get("closed")
            if same and body["seat"] == output["seat"] and not over:
                body["closed"] = True
                results.withdrawn.append((self.name, n, k, body["wall"], body))
                self._alerts_changed()
                return

    def _alerts_changed(self):
        with self._changed:
            self.version += 1
            self.alerts_version += 1
            self._changed.notify_all()

    def await_alert(self, key, holds, wait_s):
        """Wait until ``holds(body)`` of the alert ``key``, or it is gone; ``wait_s`` at most."""

        def arrived():
            body = self.alerts.get(key)
            return body is None or holds(body)

        with self._changed:
            self._changed.wait_for(arrived, wait_s)

    def _alert(self, entry, body, results):
        if self._stored:
            return
        k = 0
        while (entry.n, k) in self.alerts:
            k += 1
        body["t"], body["wall"] = entry.t, entry.wall
        if player := (self.setup.get("names") or {}).get(str(body.get("seat"))):
            body["player"] = player
        self.alerts[(entry.n, k)] = body
        self._forget_alerts()
        self._alerts_changed()
        results.alerts.append((self.name, entry.n, k, entry.wall, body))

    def _forget_alerts(self):
        """Keep so many: the oldest that wait for nobody go first."""
        over = len(self.alerts) - ALERTS_KEPT
        if over > 0:
            waiting = self.waiting()
            done = [key for key in self.alerts if key not in waiting]
            for key in (done + list(waiting))[:over]:
                del self.alerts[key]

    def _evidence(self, numbers):
        """The events a ruling names: the engine counts those of the hand from 0."""
        first = len(self._events) - (self._engine.view().get("events") or 0)
        found = []
        for number in numbers:
            if isinstance(number, int) and 0 <= first + number < len(self._events):
                found.append(self._events[first + number])
        return found

    def _record(self, entry, output):
        """The record of a finished hand; board cards named by the vault, unknown ones ``??``."""
        public = dict(self._vault.public(self.name))
        public |= handmoves.keyed_in(output.get("board") or ())
        record = {k: v for k, v in output.items() if k != "k"}
        record["table"] = self.name
        record["hand"] = self.hand
        record["names"] = dict(self.setup.get("names") or {})
        record["key"], record["wall"] = self.hand_key and list(self.hand_key), entry.wall
        record["start"] = handmoves.start_of(self._engine)
        events = [event for _n, event in list(self._events)[-self._hand_events :]]
        record["moves"] = []
        if self._hand_events:
            record["moves"] = handmoves.moves_of(events, public, record["start"])
        record["board"] = [public.get(token, "??") for token in output.get("board") or ()]
        record["incidents"] = [_incident(r) for r in output.get("incidents") or ()]
        return record

    # -- what others ask

    def view(self):
        """The engine's view (public facts and tokens), and ``public``: token -> card."""
        with self.lock:
            view = dict(self._engine.view())
            shown = [t for seat in view.get("seats") or () for t in seat["shown"]]
            shown += [t for held in self.kept_shown.values() for t in held]
            keyed = handmoves.keyed_in([*shown, *(view.get("board") or ()), *self.kept_board])
            view["public"] = {**self._vault.public(self.name), **keyed}
            view["keyed"] = set(keyed)
            return view

    def released(self, consumer):
        """What a consumer may have of sealed hands: ``{(dev, boot, hand): release}``."""
        return self._vault.released(self.name, consumer)

    def restore(self, finished, alert_rows):
        """Take back what was stored: records (JSON, newest first), alert rows."""
        with self.lock:
            for text in reversed(finished):
                self._keep_record(json.loads(text))
            for n, k, _wall, text in reversed(alert_rows):
                self.alerts[(n, k)] = json.loads(text)
            self._alerts_changed()

    def settle(self):
        """The log has been replayed: alerts stand as if they had come one by one."""
        with self.lock:
            self.alerts = dict(sorted(self.alerts.items()))
            self._forget_alerts()
            self._alerts_changed()

    def operated(self, entry):
        """A person decided about an alert or carried out steps, or it was seen, or escalated."""
        act = json.loads(entry.row)
        if not alerts.is_act(act):
            return
        with self.lock:
            key = tuple(act["alert"])
            if act["act"] == "step":
                self._step_done(key, act["done"])
            elif act["act"] in alerts.NOTES:
                self.note(act)
            else:
                wall = act.get("wall", entry.wall)
                self.decide(key, act["act"], act.get("reason", ""), wall, act.get("by", ""))

    def decide(self, key, act, reason, wall_ms, by=""):
        """Note the decision of a person (``by``) about the alert ``key`` (n, k)."""
        with self.lock:
            body = self.alerts.get(key)
            if body is not None:
                said = {"act": act, "reason": reason, "wall": wall_ms}
                body["decision"] = {**said, "by": by} if by else said
                body["called_level"] = (body.get("escalated") or {}).get("level", 0)
                self._alerts_changed()

    def decision(self, key):
        """The decision about an alert, None without one."""
        with self.lock:
            return self.alerts.get(key, {}).get("decision")

    def note(self, act):
        """What became of an alert (``alerts.note``); False when that was known, or it is gone."""
        with self.lock:
            body = self.alerts.get(tuple(act["alert"]))
            if body is None or not alerts.note(body, act):
                return False
            self._alerts_changed()
            return True

    def waiting(self):
        """Alerts somebody still has to see or answer: ``{(n, k): body}``, oldest first.

        What the floor has to do waits until it is answered, whatever hand is played by then; what
        the dealer carries out, until somebody has seen it or the hand is over.
        """
        with self.lock:
            return {
                (n, k): body
                for (n, k), body in self.alerts.items()
                if alerts.waits(body, n >= self.hand_n)
            }

    def has_step(self, key, done):
        """True when there is an alert whose remedy has ``done`` steps at least."""
        with self.lock:
            body = self.alerts.get(key)
            return body is not None and 0 <= done <= len(body["steps"])

    def _step_done(self, key, done):
        if self.has_step(key, done):
            body = self.alerts[key]
            body["done"] = max(done, body.get("done", 0))
            self._alerts_changed()

    @property
    def valid(self):
        """Tokens of the current hand's deck, None where they are not known."""
        return self._valid

    def void(self):
        """True when the current hand is void: by a ruling in force that nobody has overridden."""
        with self.lock:
            now = [body for (n, _k), body in self.alerts.items() if n >= self.hand_n]
            over = [b for b in now if b.get("withdrawn") or b.get("closed")]
            void = [b for b in now if b.get("misdeal") and b not in over]
            return any((b.get("decision") or {}).get("act") != "override" for b in void)

    def open_alerts(self):
        """The current hand's alerts nobody has decided, newest first: ``[(n, k, body)]``."""
        with self.lock:
            return [
                (n, k, body)
                for (n, k), body in sorted(self.alerts.items(), reverse=True)
                if n >= self.hand_n and not alerts.is_over(body)
            ]


def _shows(event):
    """True for a move of cards that can change what lies on the board or open at a seat."""
    return event.get("face") == "up" or "board" in (
        zones.kind(event["from"]),
        zones.kind(event["to"]),
    )


def _incident(ruling):
    keys = ("ruling", "seat", "amount", "misdeal", "remedy_steps", "decided_by", "cite",
            "situation")  # fmt: skip
    out = {k: ruling.get(k) for k in keys}
    out["confidence"] = ruling.get("confidence")
    return out
