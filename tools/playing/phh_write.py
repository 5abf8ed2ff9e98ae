"""What happened in a pokerkit state, as actions of the notation."""


def written(state):
    """Actions of a finished (or unfinished) state; forced bets and payments are not among them."""
    out = []
    for op in state.operations:
        name = type(op).__name__
        if name == "BoardDealing":
            out.append("d db " + _text(op.cards))
        elif name == "HoleDealing":
            out.append(f"d dh p{op.player_index + 1} {_text(op.cards)}")
        elif name == "StandingPatOrDiscarding":
            out.append(f"p{op.player_index + 1} sd {_text(op.cards)}".strip())
        elif name == "Folding":
            out.append(f"p{op.player_index + 1} f")
        elif name == "CheckingOrCalling":
            out.append(f"p{op.player_index + 1} cc")
        elif name == "BringInPosting":
            out.append(f"p{op.player_index + 1} pb")
        elif name == "CompletionBettingOrRaisingTo":
            out.append(f"p{op.player_index + 1} cbr {op.amount}")
        elif name == "HoleCardsShowingOrMucking":
            out.append(f"p{op.player_index + 1} sm {_text(op.hole_cards or ())}".strip())
    return _holes_together(out)


def _text(cards):
    return "".join(repr(c) for c in cards)


def _holes_together(actions):
    """First hole cards are dealt one by one; the files write them by player."""
    first, rest, order = {}, [], []
    for i, a in enumerate(actions):
        words = a.split()
        if words[:2] == ["d", "dh"]:
            if words[2] not in first:
                order.append(words[2])
            first[words[2]] = first.get(words[2], "") + words[3]
        else:
            rest = actions[i:]
            break
    return [f"d dh {p} {first[p]}" for p in order] + rest
