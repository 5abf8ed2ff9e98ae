"""Open Hand History 1.4.7 (hh-specs.handhistory.org): JSON of one hand, for games with a board.

The description names streets of board games alone; of others no file is made.
"""

from gateway.exports.hand import NotKept
from gateway.tables import pots_won
from gateway.tables.handmoves import UNKNOWN

SPEC = "1.4.7"
TYPES = {"high": "Holdem", "omaha": "Omaha"}  # by ranking of the high half
BETS = {"no_limit": "NL", "pot_limit": "PL", "limit": "FL"}
STREETS = ("Preflop", "Flop", "Turn", "River")
ACTS = {
    "fold": "Fold", "check": "Check", "call": "Call", "bet": "Bet", "raise": "Raise",
    "complete": "Raise",
}  # fmt: skip
POSTS = {"sb": "Post SB", "bb": "Post BB", "straddle": "Straddle", "ante": "Post Ante"}


def type_of(game):
    """The format's name of a game; NotKept where it has none."""
    name = TYPES.get(game.high) if game.family == "flop" else None
    holes = {"Holdem": 2, "Omaha": 4}.get(name)
    if name is None or game.streets[0].down != holes or game.discards:
        raise NotKept(f"Open Hand History has no type for {game.name}")
    if game.low:
        if name == "Holdem":
            raise NotKept(f"Open Hand History has no type for {game.name}")
        return "OmahaHiLo"
    return name


def hand(kept, venue="Feltwire"):
    """``{"ohh": {...}}`` of a hand."""
    record, start = kept.record, kept.start
    begun = kept.begun().replace(microsecond=0, tzinfo=None).isoformat() + "Z"
    made = {
        "spec_version": SPEC, "site_name": venue, "network_name": venue,
        "internal_version": "1.0.0", "tournament": start.get("format") != "cash",
        "game_number": f"{record['table']}-{record.get('hand') or 0}-{record['t0']}",
        "start_date_utc": begun, "table_name": str(record["table"]),
        "game_type": type_of(kept.game),
        "bet_limit": {"bet_type": BETS.get(start["betting"], "FL"), "bet_cap": 0},
        "table_size": max(2, *kept.seats, len(start.get("seats") or ())),
        "currency": "", "dealer_seat": start.get("button") or kept.seats[-1],
        "small_blind_amount": start.get("sb") or 0, "big_blind_amount": start.get("bb") or 0,
        "ante_amount": start.get("ante") or 0, "hero_player_id": None, "flags": ["Observed"],
        "players": [_player(kept, s) for s in sorted(kept.seats)],
        "rounds": rounds(kept), "pots": pots(kept),
    }  # fmt: skip
    return {"ohh": made}


def _player(kept, seat):
    name = kept.name(seat)
    return {
        "id": seat, "seat": seat, "name": name, "display": name,
        "starting_stack": kept.stack(seat), "is_sitting_out": False,
    }  # fmt: skip


def rounds(kept):
    """The rounds, the showdown among them; actions are numbered within a round."""
    out, forced = [], [a for a in kept.record["actions"] if a["act"] in ("post", "ante")]
    for i, street in enumerate(kept.streets):
        if i and not street.cards:
            break
        acts = [_forced(a) for a in forced] if i == 0 else []
        acts += [_dealt(s, street.dealt[s]) for s in kept.seats if s in street.dealt]
        acts += [_act(a, preflop=i == 0) for a in street.actions]
        out.append(_round(len(out), STREETS[i], street.cards, acts))
    if len(kept.contenders()) > 1:
        shows = [_shown(s, kept.shown.get(s)) for s in kept.contenders()]
        out.append(_round(len(out), "Showdown", [], shows))
    return out


def _round(number, street, cards, acts):
    for i, act in enumerate(acts):
        act["action_number"] = i
    return {"id": number, "street": street, "cards": list(cards), "actions": acts}


def _forced(action):
    word = POSTS.get(action.get("post") or action["act"], "Post Extra Blind")
    return _made(action["seat"], word, action["amt"], action.get("allin"))


def _act(action, preflop):
    word = ACTS[action["act"]]
    if preflop and word == "Bet":
        word = "Raise"  # the description knows no bet before the flop
    return _made(action["seat"], word, action["amt"], action.get("allin"))


def _made(seat, word, amount=0, allin=False, cards=None):
    made = {"player_id": seat, "action": word, "amount": amount or 0, "is_allin": bool(allin)}
    return made | ({"cards": cards} if cards else {})


def _dealt(seat, cards):
    return _made(seat, "Dealt Cards", cards=[c for c in cards if c != UNKNOWN])


def _shown(seat, cards):
    known = [c for c in cards or () if c != UNKNOWN]
    return _made(seat, "Shows Cards" if known else "Mucks Cards", cards=known)


def pots(kept):
    """Pots with who was paid what; one for all where the record leaves open which pot paid whom."""
    made = pots_won.pots(kept.record)
    if not made:
        put = pots_won.put_in(kept.record)
        won = pots_won.got(kept.record, put)
        made = [pots_won.Pot(sum(won.values()), [], won)]
    return [_pot(i, pot) for i, pot in enumerate(made)]


def _pot(number, pot):
    wins = [{"player_id": s, "win_amount": n} for s, n in sorted(pot.won.items()) if n > 0]
    return {"number": number, "amount": pot.amount, "rake": 0, "player_wins": wins}
