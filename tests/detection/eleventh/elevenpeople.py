"""People at the table: how each player and the dealer move, drawn by a seed."""

from tests.detection.eleventh.elevenfelt import (
    ASIDE,
    STUB,
    middle,
    past_line,
    racks,
    scattered,
)
from tests.detection.eleventh.elevenradio import logarithmic
from tests.detection.eleventh.elevenscene import Leg, travel

QUADRANT = {1: (1, 1), 2: (-1, 1), 3: (-1, -1), 4: (1, -1)}
FOLDS = ("spot", "short", "past", "muck", "handed")


class Player:
    """One player's ways."""

    def __init__(self, rng, seat):
        self.rng, self.seat = rng, seat
        self.pace = logarithmic(rng, 0.5, 1.8)
        self.words = rng.uniform(0.1, 0.95)  # how often a call or a fold is said aloud
        self.untidy = rng.uniform(4, 14) if rng.random() < 0.8 else rng.uniform(14, 26)
        self.fold_ways = [rng.uniform(0.1, 1) ** 2 for _ in FOLDS]
        self.peeks = rng.uniform(0, 0.35)
        self.fiddles = rng.uniform(0, 0.25)
        self.keeps_big = rng.random() < 0.4
        self.spirit = rng.uniform(-0.12, 0.12)  # loose or tight
        self.silent_raises = rng.random() < 0.35

    def think(self, hard):
        """Seconds before an act."""
        rng = self.rng
        if not hard:
            return rng.uniform(0.5, 2.2) * self.pace
        return self.pace * (rng.uniform(1.0, 4.0) + (rng.random() < 0.1) * rng.uniform(3, 8))


class Dealer:
    """The dealer's ways: pace, neatness, and how well the panel is kept."""

    def __init__(self, rng):
        self.rng = rng
        self.pace = rng.uniform(0.25, 0.9)
        self.slides = rng.uniform(0.2, 0.6)
        self.aim = rng.uniform(5, 16)
        self.sweep = rng.uniform(0.15, 0.9)
        self.late = rng.choice(((0.2, 0.6), (0.2, 1.0), (0.4, 1.5)))
        self.forgets = logarithmic(rng, 0.002, 0.03)
        self.collects = rng.uniform(0.3, 2.3)
        self.one_by_one = rng.random() < 0.5  # the cards of the flop


class Body:
    """Moves tags about as people do. ``scene`` keeps where they are."""

    def __init__(self, rng, scene, dealer, players):
        self.rng, self.scene = rng, scene
        self.dealer, self.players = dealer, players
        self.motions = []  # (t, seat, how many the act had before, worth)

    def key(self, t, what, **fields):
        """The dealer keys something, late."""
        at = t + self.rng.uniform(*self.dealer.late)
        self.scene.key(at, what, **fields)
        return at

    # -- cards

    def at_mouth(self, card, t, up=False):
        """A card comes off the deck and shows at the mouth; returns when the dealer lets it go."""
        rng = self.rng
        side_x, side_y = QUADRANT[rng.choice((2, 4) if up else (1, 3))]
        spot = STUB[0] + side_x * rng.uniform(13, 19), STUB[1] + side_y * rng.uniform(18, 26)
        card.lie(t, spot)
        return t + max(0.1, self.dealer.pace * rng.uniform(0.35, 0.75))

    def pitch(self, card, t, point):
        """A card goes from the mouth to a seat; returns when it rests."""
        rng = self.rng
        slides = rng.random() < self.dealer.slides
        speed = rng.uniform(1500, 2600) if slides else rng.uniform(2200, 4000)
        height = rng.uniform(2, 10) if slides else rng.uniform(18, 60)
        seconds = min(0.5, max(0.1, travel(card.place, point, speed)))
        self.scene.pitches.append(Leg(t, t + seconds, *card.place, *point, height))
        return card.go(t, seconds, point, height)

    def deal(self, card, t, seat, up=False):
        """One card for a seat, by way of the mouth; returns when the dealer may go on."""
        t = self.at_mouth(card, t, up)
        aim = self.dealer.aim * (3 if self.rng.random() < 0.03 else 1)
        self.pitch(card, t, scattered(self.rng, middle(f"seat:{seat}"), aim))
        return t + self.dealer.pace * self.rng.uniform(0.3, 0.6)

    def put_aside(self, card, t):
        """A card that came face up is laid before the dealer."""
        return card.go(t, self.rng.uniform(0.3, 0.7), scattered(self.rng, ASIDE, 8), 15)

    def place(self, card, t, zone, tidy=6):
        """The dealer lays a card from the deck on the board or among the burns."""
        t = self.at_mouth(card, t)
        point = scattered(self.rng, middle(zone), tidy)
        return card.go(t, self.rng.uniform(0.2, 0.55), point, self.rng.uniform(3, 25))

    def peek(self, cards, seat, t):
        """A player looks at the own cards and puts them back, not always on the loop's middle."""
        rng, lasts = self.rng, self.rng.uniform(1, 3)
        home = middle(f"seat:{seat}")
        down = scattered(rng, home, self.players[seat].untidy)
        for nth, card in enumerate(cards):
            astray = 14 if nth and rng.random() < 0.15 else 3
            lift = 1.0 if rng.random() < 0.5 else 0.6
            card.shade(max(t, card.free), max(t, card.free) + lasts * lift)
            card.go(t + lasts, 0.15, scattered(rng, down, astray), 12)
        self.scene.hover(t, t + lasts, home)
        return t + lasts + 0.15

    def fold(self, cards, seat, t, way=None):
        """A hand is given up and ends in the muck; returns when the player's part is done."""
        rng, player = self.rng, self.players[seat]
        way = way or rng.choices(FOLDS, player.fold_ways)[0]
        home, spot = middle(f"seat:{seat}"), middle(f"line:{seat}")
        if way == "muck":
            return self.muck(cards, t, rng.uniform(0.35, 0.7), rng.uniform(4, 50))
        if way == "handed":  # the dealer reaches for them where they lie
            t += rng.uniform(0.3, 1.2)
            return self.muck(cards, t, rng.uniform(0.4, 0.9), 8)
        point = {
            "spot": scattered(rng, spot, 18),
            "short": ((home[0] + spot[0]) / 2, (home[1] + spot[1]) / 2),
            "past": past_line(seat, rng.uniform(60, 120)),
        }[way]
        tossed = rng.random() < 0.5
        seconds, height = (0.25, 35) if tossed else (rng.uniform(0.3, 0.7), 3)
        for card in cards:
            done = card.go(t, seconds, scattered(rng, point, 14 if tossed else 5), height)
        waits = min(2.5, self.dealer.collects * rng.uniform(0.5, 1.3))
        self.muck(cards, done + waits, rng.uniform(0.4, 0.9), 5)
        return done

    def muck(self, cards, t, seconds, height):
        """Cards go to the muck."""
        point = scattered(self.rng, middle("muck"), 30)
        for card in cards:
            done = card.go(t, seconds, scattered(self.rng, point, 9), height)
        return done

    def table_hand(self, cards, seat, t):
        """A hand is turned up before its player and keyed."""
        done = t
        forward = self.rng.uniform(0, 45)
        for nth, card in enumerate(cards):
            home, spot = middle(f"seat:{seat}"), middle(f"line:{seat}")
            share = forward / 185
            point = home[0] + (spot[0] - home[0]) * share, home[1] + (spot[1] - home[1]) * share
            side = (nth * 2 - 1) * self.rng.uniform(15, 32)
            done = card.go(t, 0.4, (point[0] + side, point[1]), 20)
        self.key(done, "tabled", seat=seat)
        return done

    # -- chips

    def wager(self, seat, chips, t, motions=1):
        """Chips go over the line in so many movements; returns (when the first comes, the last)."""
        rng, untidy = self.rng, self.players[seat].untidy
        spot, rack = middle(f"line:{seat}"), racks(seat)
        ways = ("slid", "set", "dribbled") if len(chips) > 2 else ("slid", "set")
        pile, first, done = scattered(rng, spot, untidy * 0.8), None, t
        size = -(-len(chips) // motions)
        for part in range(motions):
            lot = chips[part * size : (part + 1) * size]
            way, start = rng.choice(ways), done + (rng.uniform(0.5, 1.1) if part else 0)
            seconds = rng.uniform(0.3, 0.7)
            for nth, chip in enumerate(lot):
                lag = nth * rng.uniform(0.02, 0.06) if way == "dribbled" else 0
                loose = untidy * (0.7 if way == "dribbled" else 0.25)
                height = 4 if way == "slid" else rng.uniform(20, 70)
                came = chip.go(start + lag, seconds, scattered(rng, pile, loose), height, rack)
                done = max(done, came)
            first = first or done
            self.motions.append((done, seat, part, sum(chip.value for chip in lot)))
            self.scene.hover(start + seconds, done + 0.4, spot)
            if not lot:
                break
        if rng.random() < self.players[seat].fiddles:
            self.square_up(chips, done + rng.uniform(0.2, 1.0), pile)
        return first, done

    def square_up(self, chips, t, pile):
        """A player straightens the stack that was bet."""
        lasts = self.rng.uniform(0.5, 1.4)
        for chip in chips:
            if self.rng.random() < 0.8:
                chip.shade(t, t + lasts)
                chip.go(t + lasts, 0.05, scattered(self.rng, pile, 3), 3)

    def take_back(self, seat, chips, t):
        """Chips go from the spot to the player's stacks."""
        for chip in chips:
            done = chip.go(t, self.rng.uniform(0.3, 0.6), racks(seat), 5)
            chip.vanish(done)
        return done

    def sweep(self, seat, chips, t):
        """The dealer pulls a seat's chips into the pot."""
        rng = self.rng
        pot, splashed = middle("pot"), rng.random() < 0.2
        point = scattered(rng, pot, 38)
        seconds = min(0.9, max(0.15, self.dealer.sweep * rng.uniform(0.7, 1.3)))
        for chip in chips:
            loose = 30 if splashed else 14
            chip.go(t, seconds, scattered(rng, point, loose), 4)
        return t + seconds

    def push(self, seat, chips, t):
        """The pot, or a share of it, goes over the bet spot to its winner."""
        rng, spot, rack = self.rng, middle(f"line:{seat}"), racks(seat)
        seconds, rests = rng.uniform(0.6, 1.3), rng.uniform(0.1, 1.5)
        for chip in chips:
            came = chip.go(t, seconds, scattered(rng, spot, 26), 4)
            chip.vanish(chip.go(came + rests, rng.uniform(0.3, 0.7), scattered(rng, rack, 15), 4))
        return t + seconds + rests + 0.7
