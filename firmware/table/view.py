"""What a table holds to be so at this moment, and why: read only, for whoever explains it.

Rows of plain values are made of what the trackers hold. What a load says, where a card is due, how
long a way takes to be believed: the functions the decisions ask are asked. Nothing here decides,
nothing changes, and no controller needs it to play.
"""

from firmware.table import absent, crosstalk, due, facing, late, ways
from firmware.table import phase as ph
from firmware.table.deal import Deal
from firmware.table.departures import Departure
from firmware.table.order import Keyed
from firmware.table.presence import PRESENT
from firmware.table.spots import Arrival
from firmware.table.ways import Move
from shared_rules.zones import BOARD, BURN, MOUTH, POT, STUB, seat_zone

NOWHERE = (None, STUB)  # places at which no loop reads a tag


class View:
    """A view of one ``table``. Its rows are dicts of numbers, texts, lists and UIDs; ``item`` tells
    whether two rows are of the same thing."""

    def __init__(self, table):
        self._table = table

    # -- the hand

    def hand(self):
        """Where the hand stands, as the trackers take it."""
        phase = self._table.phase
        dealing = phase.now in (ph.SHUFFLED, ph.DEAL)
        return {
            "phase": ph.NAMES[phase.now],
            "board": phase.board,
            "burned": phase.burned,
            "due": phase.next_seats(1)[0] if dealing and phase.seats else None,
            "actor": phase.actor if phase.now == ph.BETTING else None,
            "owing": sorted(phase.owing) if phase.now == ph.BETTING else [],
            "high": phase.high(),
            "said": phase.said,
            "joined": self._table.cards.joined,
        }

    def seat(self, seat):
        """What the hand expects of a seat's chips: put forward, the most of the others, due."""
        phase = self._table.phase
        return {
            "front": phase.front.get(seat, 0),
            "high": phase.high(seat),
            "post": phase.post_due(seat) if phase.now in (ph.SHUFFLED, ph.DEAL) else 0,
            "live": phase.is_live(seat),
            "turn": phase.now == ph.BETTING and phase.actor == seat,
            "strange": crosstalk.strange(self._table.chips, seat),
        }

    # -- things under way

    def things(self):
        """Rows of all that is under way: the queue in its order, then what waits beside it."""
        table = self._table
        rows = [self.thing(item) for item in table.order.items]
        for seat in sorted(table.chips.spots):
            departure = table.chips.spots[seat].departure
            if departure is not None and departure.tags and not departure.queued:
                rows.append(self.thing(departure))
        for tag in table.cards.astray:
            rows.append(self._astray(tag))
        return rows

    def thing(self, item):
        """Row of an item: its kind, what it waits for, the tags and the seat it is about."""
        items = self._table.order.items
        row = {
            "kind": "other", "item": item, "t": item.t,
            "seat": None, "to": None, "from": None, "tags": [], "queued": item in items,
            "head": bool(items) and items[0] is item,
            "why": item.why, "until": item.until, "upon": item.upon,
            "asked": item.asked is not None or bool(getattr(item, "counted", 0)),
        }  # fmt: skip
        if isinstance(item, Deal):
            row.update(kind="deal", mouth=item.passed, to=item.zone, carried=item.loaded_zone)
            row["tags"] = [item.tag]
        elif isinstance(item, Move):
            row.update(kind="move", to=item.to, tags=item.tags)
            row["from"] = item.frm
        elif isinstance(item, absent.Gone):
            row.update(kind="gone", tags=absent.lying(self._table.cards, item.zone))
            row["from"] = item.zone
        elif isinstance(item, Arrival):
            row.update(kind="chips", seat=item.spot.seat, to=item.spot.line, tags=item.tags)
            row["gone"] = len(item.gone)
            if self._table.phase.acting == item.spot.seat and item.tags:
                row["second"] = late.second(self._table.chips, item, item.spot)
        elif isinstance(item, Departure):
            row.update(kind="leaving", seat=item.spot.seat, tags=item.tags, found=item.found)
            row["from"] = item.spot.line
        elif isinstance(item, Keyed):
            row.update(kind="key", what=item.event["what"], seat=item.event.get("seat"))
            row["about"] = item.about
        row["tags"] = [self.tag(tag) for tag in row["tags"]]
        if row["kind"] in ("chips", "leaving"):
            row["hand"] = self.seat(row["seat"])
        return row

    def _astray(self, tag):
        """A card read where none is put on its way: in transit, or a slip."""
        home = tag.home
        to = home.antenna.zone if home is not None else None
        rest_ms = ways.rest_ms(tag.zone, to) if to is not None else 0
        row = {
            "kind": "astray", "item": tag, "t": home.since if home is not None else tag.left,
            "seat": None, "to": to, "from": tag.zone, "tags": [self.tag(tag)],
            "queued": False, "head": False, "why": "rest", "until": 0, "upon": None, "asked": False,
        }  # fmt: skip
        if rest_ms == ways.NEVER:
            row["why"] = "no_way"
        elif home is not None:
            row["until"] = home.since + rest_ms
        return row

    # -- one tag and its rival places

    def tag(self, tag):
        """Row of a tag: where it is taken to be, its facing, and the places it may be at."""
        home = tag.home
        return {
            "uid": tag.uid,
            "value": tag.value,
            "held": None if tag.zone in NOWHERE else tag.zone,
            "dealt": tag.nth,
            "home": home.antenna.name if home is not None else None,
            "left": 0 if home is not None else tag.left,
            "supposed": tag.supposed,
            "facing": facing.verdict(tag) if tag.ups or tag.downs else None,
            "ups": tag.ups,
            "downs": tag.downs,
            "waits": tag.item is not None,
            "places": self._places(tag),
        }

    def of(self, uid):
        """Row of the tag with a UID, None when the table knows none."""
        tag = self._table.presence.tags.get(uid)
        return None if tag is None else self.tag(tag)

    def contested(self):
        """Rows of tags read by more than one loop, or not where they are held to be."""
        rows = []
        for tag in self._table.presence.tags.values():
            elsewhere = tag.home is not None and tag.home.antenna.zone != tag.zone
            held = tag.zone not in NOWHERE
            if len(tag.tracks) > 1 or (held and elsewhere and tag.item is None):
                rows.append(self.tag(tag))
        return rows

    def _places(self, tag):
        rows = [self._heard(tag, track) for track in tag.tracks]
        named = [track.antenna.zone for track in tag.tracks]
        for zone in self._wanted(tag):
            if zone not in named:
                named.append(zone)
                rows.extend([self._unheard(tag, ant) for ant in self._loops(zone)])
        return rows

    def _wanted(self, tag):
        """Zones a tag may be at by what is held and by what the hand makes likely, read or not."""
        cards, phase = self._table.cards, self._table.phase
        zones = [] if tag.zone in NOWHERE else [tag.zone]
        if tag.value:
            if isinstance(tag.item, Departure):
                zones += [tag.item.spot.line, POT]
            return zones
        if isinstance(tag.item, Deal) and due.in_transit(cards, tag):
            if phase.now in (ph.SHUFFLED, ph.DEAL):
                zones.append(seat_zone(*phase.next_seats(1)))
            else:
                zones += [BURN, BOARD]
        return zones

    def _loops(self, zone):
        return [ant for ant in self._table.antennas if ant.zone == zone and ant.kind != MOUTH]

    def _heard(self, tag, track):
        row = self._unheard(tag, track.antenna)
        row.update(
            home=tag.home is track, present=track.state == PRESENT, hits=track.hits,
            looks=track.dwells, missed=track.misses, since=track.since, seen=track.seen,
            shared=track.shared, run=track.run, tries=track.tries,
        )  # fmt: skip
        return row

    def _unheard(self, tag, ant):
        cards = self._table.cards
        return {
            "place": ant.name,
            "held": ant.zone == tag.zone,
            "home": False,
            "present": False,
            "hits": 0,
            "due": not tag.value and due.in_transit(cards, tag) and due.due_at(cards.phase, ant),
            "rest_ms": self._rest_ms(tag, ant),
            "keyed": self._keyed_at(tag, ant),
            "loop": self.loop(ant),
        }

    @staticmethod
    def _rest_ms(tag, ant):
        if tag.value or tag.zone in NOWHERE or tag.zone == ant.zone:
            return 0
        return ways.rest_ms(tag.zone, ant.zone)

    def _keyed_at(self, tag, ant):
        """When somebody keyed something about a card at this seat that waits; None: nobody has."""
        for item in self._table.order.items:
            if item.about is not None and ant.zone == seat_zone(item.about) and not tag.value:
                return item.t
        return None

    # -- loops

    def loop(self, ant):
        """What is known of a loop: its last dwell, its revisit time, what its load says."""
        cards, chips = self._table.cards, self._table.chips
        says = chips.bearing.says(ant) if ant.kind == "line" else cards.laden.says(ant)
        return {
            "name": ant.name,
            "dwells": ant.dwells,
            "t": ant.t,
            "revisit_ms": ant.period_ms,
            "torn": ant.torn,
            "tags": len(ant.tracks),
            "more": None if says is None else says[0],
            "centinats": None if says is None else says[1],
        }

    def loops(self, zone):
        """Rows of the loops of a zone, or of the one loop of that name."""
        ants = self._table.antennas
        return [self.loop(ant) for ant in ants if zone in (ant.zone, ant.name)]

    def tags_at(self, zone):
        """Rows of the tags that a loop of a zone has read of late or that are held to be there."""
        rows = []
        for tag in self._table.presence.tags.values():
            read = [k for k in tag.tracks if zone in (k.antenna.zone, k.antenna.name)]
            if read or tag.zone == zone:
                rows.append(self.tag(tag))
        return rows
