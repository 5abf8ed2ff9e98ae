"""A deck on the reader: enrolling it card by card, replacing one, proving and auditing it."""

from shared_rules.cards import SUITS
from tools.enrol.deck_files import FACES, JOKER
from tools.enrol.reader_errors import EnrolError, NoTag
from tools.plurals import counted

ENROLLED, AGAIN, OTHER_FACE, OTHER_DECK, FULL = (
    "enrolled", "again", "other_face", "other_deck", "full",
)  # fmt: skip


class DeckSession:
    """Which cards a deck has and which it lacks; ``take`` adds one, ``drop`` takes one out."""

    def __init__(self, deck, owner):
        """``deck``: see deck_files.py; ``owner(uid)``: name of another deck the tag belongs to."""
        self.deck = deck
        self._owner = owner
        self._by_uid = {c["uid"]: c["card"] for c in deck["cards"]}

    def missing(self):
        """Cards that are not enrolled yet, in order; jokers last."""
        have = [c["card"] for c in self.deck["cards"]]
        jokers = self.deck["jokers"] - have.count(JOKER)
        return [f for f in FACES if f not in have] + [JOKER] * max(0, jokers)

    def face_of(self, uid):
        """The card a tag is enrolled as in this deck, or None."""
        return self._by_uid.get(uid.hex())

    def judge(self, uid, face):
        """What enrolling a tag as a card would come to: ``(outcome, text for people)``."""
        known = self.face_of(uid)
        if known == face and face != JOKER:
            return AGAIN, f"{face} is enrolled already"
        if known is not None:
            return OTHER_FACE, f"this tag is the {known} of this deck already"
        owner = self._owner(uid)
        if owner is not None:
            return OTHER_DECK, f"this tag belongs to {owner}"
        if face not in self.missing():
            return FULL, f"the deck has its {face} already, on another tag"
        return ENROLLED, f"{face} enrolled"

    def take(self, uid, face, t_ms, signed=False):
        """Enrol a tag as a card, as ``judge`` says; only ENROLLED changes the deck."""
        outcome, text = self.judge(uid, face)
        if outcome == ENROLLED:
            entry = {"uid": uid.hex(), "card": face, "since": t_ms, "signed": signed}
            self.deck["cards"].append(entry)
            self._by_uid[uid.hex()] = face
        return outcome, text

    def drop(self, face):
        """Take a card out (it is replaced). EnrolError when the deck has none."""
        for i, card in enumerate(self.deck["cards"]):
            if card["card"] == face:
                del self.deck["cards"][i]
                del self._by_uid[card["uid"]]
                return card
        raise EnrolError(f"deck {self.deck['name']} has no {face}")


def enrol(session, feed, checks, afi, store, say, choose, prompt=None):
    """Enrol what a deck lacks.

    ``prompt(missing)``: asks for the next card; ``choose(missing, uid)``: the card of the tag that
    lies there, or None to leave it out; ``say(text)``: to the person. Every card is stored before
    the next is asked for, so a session goes on where it was broken off.
    """
    last, asked = None, None
    while session.missing():
        if prompt and asked != len(session.missing()):
            asked = len(session.missing())
            prompt(session.missing())
        with feed.turn(say):
            tag = feed.next(last)
            signed = checks.pass_(tag)
            face = choose(session.missing(), tag.uid)
            if face is None:
                last = tag.uid
                continue
            outcome, text = session.judge(tag.uid, face)
            if outcome == ENROLLED:
                tag.set_afi(afi)
            last = tag.uid
            session.take(tag.uid, face, store.now_ms(), signed)
            if outcome == ENROLLED:
                store.save(session.deck)
                done = len(session.deck["cards"])
                say(f"{text} ({done} of {done + len(session.missing())})")
            else:
                say(f"refused: {text}")
    finish(session, store)


def finish(session, store):
    """The deck is whole: it may be played with."""
    deck = session.deck
    if deck["state"] == "unfinished":
        deck["state"] = "active"
        store.note(deck, "enrolled", cards=len(deck["cards"]))
        store.save(deck)


def faults(deck):
    """Why a deck is not a full one of different cards on different tags; empty when it is."""
    lines = []
    have = [c["card"] for c in deck["cards"]]
    absent = [f for f in FACES if f not in have]
    if absent:
        are = "is" if len(absent) == 1 else "are"
        lines.append(f"{counted(len(absent), 'card')} {are} missing: {' '.join(absent)}")
    twice = sorted({f for f in have if f != JOKER and have.count(f) > 1})
    if twice:
        lines.append(f"enrolled twice: {' '.join(twice)}")
    if have.count(JOKER) != deck["jokers"]:
        lines.append(f"{have.count(JOKER)} jokers, {deck['jokers']} were asked for")
    uids = [c["uid"] for c in deck["cards"]]
    if len(set(uids)) != len(uids):
        lines.append("one tag stands for two cards")
    return lines


class Audit:
    """What was found when a deck's cards were laid down one by one."""

    def __init__(self, session, afi):
        self._session, self._afi = session, afi
        self.seen = []
        self.foreign = 0
        self.wrong_afi = []

    def look(self, tag):
        """Tick a tag off; a line for people."""
        face = self._session.face_of(tag.uid)
        if face is None:
            self.foreign += 1
            return "foreign: this tag is not of this deck"
        if tag.uid.hex() in self.seen:
            return f"{face} was counted already"
        self.seen.append(tag.uid.hex())
        if tag.afi() not in (self._afi, None):
            self.wrong_afi.append(face)
        return f"{face} ({len(self.seen)} of {len(self._session.deck['cards'])})"

    def missing(self):
        """Cards of the deck that were not laid down."""
        return [c["card"] for c in self._session.deck["cards"] if c["uid"] not in self.seen]


def audit(session, feed, afi, say):
    """Lay down every card of a deck: an ``Audit``. Ends when all were seen or no tag comes."""
    found, last = Audit(session, afi), None
    while found.missing():
        try:
            with feed.turn(say) as turn:
                tag = feed.next(last)
                say(found.look(tag))
                last = tag.uid
            found.foreign += turn.refused
        except NoTag as e:
            say(str(e))
            break
    return found


def picture(missing, jokers=0):
    """A deck as four rows of thirteen: ``.`` where a card is missing."""
    rows = []
    for suit in SUITS:
        faces = [f for f in FACES if f[1] == suit]
        rows.append(" ".join("." if f in missing else f[0] for f in faces) + f"  {suit}")
    if jokers:
        left = missing.count(JOKER)
        rows.append("jokers " + "JK " * (jokers - left) + ". " * left)
    return "\n".join(row.rstrip() for row in rows)
