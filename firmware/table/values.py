"""Every number the tracker decides by: unit (last in the name), reason and source.

Grouped by the question a number answers. Each has above it what it is for and where it comes from:
``worlds``, ``scan`` and ``detection`` are pages of ``docs/``; ``judgement`` has no source but the
bench, and a real table may say otherwise; ``arithmetic`` follows from other numbers, ``memory``
bounds what is kept. ``python -m tools.docs.values`` makes docs/detection-values.md of it.
Units: ``MS`` milliseconds, ``HITS``, ``READS``, ``MISSES`` and ``DWELLS`` readings of one loop,
``COUNTS`` and ``16THS`` (sixteenths) of the receiver's gain, ``1000THS`` of the dwells of a loop,
``CENTINATS`` evidence (100: e times as likely), ``TIMES`` a factor, ``PARTS`` one part in so many.
"""

from shared_rules.cards import FULL_DECK

# == Presence: is a tag detected?

# Reads that make a tag present, where the configuration does not say. Source: judgement.
ENTER_HITS = 2
# Misses in a row that make it gone, if they last. Source: judgement.
LEAVE_MISSES = 3
# How long they must last, by kind of zone, elsewhere 0: misses come in runs. Source: judgement.
FADE_MS = {"line": 250, "seat": 250, "board": 300, "pot": 600, "muck": 900}
# Misses in a row of a candidate that make it a stray read. Source: judgement.
CANDIDATE_MISSES = 2
# And so long without a hit, before that it is not forgotten. Source: judgement.
CANDIDATE_STRAY_MS = 600
# Misses in a row forgiven while the load has not changed. Source: judgement.
CALM_MAX_MISSES = 40
# A hit, for a tag at an edge rather than one heard from elsewhere. Source: worlds, an edge is
# missed in up to half of the dwells, another loop hears a tag in up to 1 of 50.
EDGE_HIT_CENTINATS = 400
# And a miss against it. Source: the same.
EDGE_MISS_CENTINATS = 80
# And so many misses for each hit. Source: arithmetic, what a hit is worth in misses.
STRAY_DWELLS = EDGE_HIT_CENTINATS // EDGE_MISS_CENTINATS
# Incomplete dwells in a row whose misses do not count. Source: judgement.
TORN_MAX_DWELLS = 3
# A longer pause between two dwells counts as this in the mean revisit time. Source: twice the
# longest of worlds, `revisit_s`.
REVISIT_MAX_MS = 2000

# == Rest: does it lie there, or is it in transit?

# The longer side of a loop, by kind of zone. Source: loops of hardware/tables.
LOOP_SIDE_MM = {"seat": 130, "line": 110, "board": 100, "muck": 200, "burn": 100, "pot": 200}
# A card crosses a loop at this or faster, 3 mm in 2 ms. Source: worlds, cards slide at 1.5 m/s.
SLOWEST_MM_MS = (3, 2)
# From the mouth to rest at most. Source: worlds, 0.1 to 0.5 s.
PITCH_MAX_MS = 500
# From the mouth to rest as a rule. Source: worlds, the quick end of 0.1 to 0.5 s.
PITCH_USUAL_MS = 150
# A hand in transit may rest so long where it does not belong. Source: worlds, `fold_wait_s` up to
# 2.5 s, and 0.5 s to read the loop again.
UNCOLLECTED_MS = 3000
# A folded hand taken back rests so long, and what is no chip of this game on a bet spot: nothing
# else lies there. Source: judgement.
RETRIEVED_MS = 1000
# A card read so often where it is not due lies there. Source: judgement.
CERTAIN_HITS = 5
# And one reading in so many of it at least, or it is only heard there. Source: worlds, a tag at an
# edge is missed in up to half of them.
EDGE_PARTS = 2
# A tag at rest is unreadable for so long at most. Source: worlds, shadows last 0.5 to 3 s.
SHADOW_MS = 3000

# == Place: which of two loops is its home?

# Reads elsewhere, the home still reading it, that make a tag double. Source: judgement.
DOUBLE_HITS = 12
# The home silent for so long before a thing has gone to a place of the same kind. Source:
# judgement.
SIDEWAYS_MS = 1200
# And so many reads there meanwhile. Source: judgement.
SIDEWAYS_HITS = 6
# Reads in a row without its home, where both loops hear the tag. Source: judgement.
SHARED_HITS = 3
# Dwells of each of two loops before the one that reads more takes the tag over. Source: judgement.
LOUDER_DWELLS = 10
# An antenna read no more often than this is read seldom. Source: judgement.
SELDOM_READ_MS = 250
# A card of the gathered deck is read at the mouth from beside it: so long after the muck has read
# it. Source: judgement.
BESIDE_MUCK_MS = 600
# Or so many reads at the mouth without the muck. Source: judgement.
BESIDE_MUCK_HITS = 2
# Reads in the pot of a chip whose pile lies on its spot still. Source: judgement.
SWEPT_HITS = 4
# Reads of a neighbouring loop from which on it is taken to hear a chip. Source: judgement.
CROSS_TALK_HITS = 2
# Dwells of both loops before one is believed more than the other. Source: judgement.
CROSS_TALK_DWELLS = 4
# A loop nobody has listened to hears a tag of another loop in so many of a thousand dwells. Source:
# worlds, 1 in 1000 to 1 in 50; arithmetic, what EDGE_HIT_CENTINATS says: a tag at an edge is read
# fifty times as often.
CROSS_TALK_1000THS = 9
# And is taken to have been listened to for so many dwells. Source: judgement, one read by chance.
CROSS_TALK_KNOWN_DWELLS = 100
# So many reads or dwells of one loop, and older ones count half from the next hand on; at twice as
# many nothing more is learned in this one. Source: memory, their product is a small integer.
CROSS_TALK_MEMORY_READS = 15000
# A tag that a loop may only hear lies there after one read more than ENTER_HITS for each of these
# rates that is exceeded. Source: arithmetic, up to 500 * e ** (-8 / n) thousandths n reads say as
# much as two do at EDGE_HIT_CENTINATS, a tag at an edge being read in 500.
CROSS_TALK_STEPS_1000THS = (9, 34, 67, 100, 131, 159, 183, 205)
# A seat that is due to put chips down is so many times as likely. Source: judgement.
DUE_SEAT_TIMES = 3

# == Load: what does the gain of a loop say?

# Dwells a mean load is taken over. Source: judgement.
LEVEL_MEAN_DWELLS = 12
# Dwells from which on the mean can be relied upon. Source: judgement.
LEVEL_SURE_DWELLS = 6
# Dwells from which on it is right to within half a chip or so. Source: judgement.
LEVEL_ROUGH_DWELLS = 3
# More than usual in one dwell by so much: something may lie there unread. Source: worlds, a chip
# takes 2 to 7 counts.
ODD_LOAD_16THS = 40
# An empty loop is taken as it is with so much less load; more has come at once and is a hand or a
# tag unread, not drift. Source: worlds, a chip takes 2 to 7 counts.
EMPTY_DRIFT_16THS = 24
# Dwells with more after which that is an empty loop's usual value. Source: judgement.
SUNK_MAX_DWELLS = 300
# A hand above a loop takes so much at most. Source: judgement, 1 to 8 counts.
HAND_MOST_16THS = 128
# Deviation of a dwell's load before any was measured. Source: judgement.
NOISE_FIRST_16THS = 16
# At least so much: the gain is read in whole counts. Source: arithmetic.
NOISE_LEAST_16THS = 8
# The deviation's mean is taken over two to this power of dwells. Source: judgement.
NOISE_MEAN_BITS = 4
# So much from one dwell to the next: something was put down or taken away. Source: worlds, a card
# takes 5 to 14 counts, a chip 2 to 7.
AGC_JUMP_COUNTS = 7
# Less than so much: the load has not changed by even a chip. Source: worlds, a chip takes 2 to 7.
AGC_SAME_COUNTS = 3
# A tag's load is off the usual one by one part in so many. Source: worlds, +-15 %.
TAG_SPREAD_PARTS = 7
# What an empty loop's load drifts in a minute. Source: worlds, 3 counts a minute.
DRIFT_MINUTE_16THS = 48
# A minute. Source: arithmetic.
MINUTE_MS = 60000
# After so long a reference is worth nothing. Source: arithmetic, it has drifted by 30 counts.
REFERENCE_MAX_MS = 10 * MINUTE_MS
# Evidence enough to look again: e times as likely. Source: judgement.
LIKELY_CENTINATS = 100
# Evidence enough for what would be a slip: fifty times as likely. Source: judgement.
SURELY_CENTINATS = 400
# A chip takes no less from the gain, in sixteenths of a count. Source: worlds, 2 to 7 counts.
CHIP_LEAST_16THS = 32
# Chips from which on the load of one is known, roughly. Source: judgement.
LOAD_SURE_CHIPS = 3
# More chips do not make it surer, as chips differ. Source: worlds, each tag +-15 %.
LOAD_KNOWN_CHIPS = 64
# Chips that make it sure, older ones count half by then. Source: memory.
LOAD_MEMORY_CHIPS = 256
# More load than of so many chips unread is something else: metal, a hand. Source: judgement.
EXCESS_MAX_CHIPS = 4
# Cards from which on the load of one is known. Source: judgement.
LOAD_SURE_CARDS = 3
# Cards that make it sure, older ones count half by then. Source: memory.
LOAD_MEMORY_CARDS = 128
# Less than this is no load of a card to tell by. Source: worlds, a card takes 5 to 14 counts.
CARD_LEAST_16THS = 24
# A load that stands out of the noise after few dwells. Source: judgement.
CARD_STRONG_16THS = 96
# Cards whose load agrees for each whose load does not. Source: judgement.
LOAD_AGREE_CARDS = 4
# More load than of so many cards unread is something else: metal, a hand. Source: judgement.
EXCESS_MAX_CARDS = 3

# == Evidence: what is a miss worth, what lead does a decision need?

# Dwells every tag is taken to have been read in before its own count. Source: judgement.
COIN_DWELLS = 7
# A chip just put down is in a shadow one time in ten: the hand that put it there is over it.
# Source: judgement, worlds have 1 in 100 to 1 in 25 of a tag that lies there.
SHADOW_CENTINATS = 230
# A shadow is no shorter. Source: worlds, shadows last 0.5 to 3 s.
SHADOW_BEGIN_MS = 500
# Of tags missed together each after the first counts one part in so many. Source: judgement, a
# hand above them hides them all.
TOGETHER_PARTS = 3
# Of a pile of more chips than this, each is as likely to have been in that shadow. Source:
# judgement, a wager has so many chips as a rule.
PILE_CHIPS = 4
# Evidence enough that chips are a second motion, where that is a string bet. Source: judgement.
STRING_CENTINATS = 300
# And so much more where they make a call, or what was said, just whole: twenty to sixty times as
# many calls are read in parts as made so. Source: judgement.
CALL_CENTINATS = 400
# Of raises read in parts so few have just a call in the first: evidence for a second motion, which
# is enough to ask. Source: judgement, one in ten.
JUST_CALL_CENTINATS = 230
# Evidence enough that what makes a thing whole, chips of a call or the last card of a deal, was put
# there late and not read late, or that part of a call has gone. Source: arithmetic, both of these.
LATE_CENTINATS = STRING_CENTINATS + CALL_CENTINATS
# Evidence enough that a hand which its seat has lost lies over its line: about as many hands are
# folded as lifted, and one lifted is heard there twice in a row once in a thousand times. Source:
# judgement.
FORWARD_CENTINATS = 700

# == Facing: face up or face down?

# Reads at the mouth for face up, of a card dealt all the same. Source: judgement.
UPS_UNNOTICED_READS = 4
# The same where no read is for face down. Source: judgement.
UPS_ALONE_READS = 3
# One side needs so many times the reads of the other. Source: judgement.
FACING_TIMES = 3

# == Order and keys: what is emitted first, and what does it wait for?

# Items of the queue. Source: memory.
QUEUE_MAX_ITEMS = 96
# Keys kept while the table settles after a restart. Source: memory.
HELD_MAX_KEYS = 16
# A restarted table waits so long at most for each antenna to be read. Source: twice the longest
# of worlds, `revisit_s`.
SETTLE_MAX_MS = 2000
# The queue is looked at so often, a power of two. Source: judgement.
STEP_MS = 8
# No loop's revisit time is so long: after such a pause the steps between are left out. Source:
# four times the longest of worlds, `revisit_s`.
PAUSE_MAX_MS = 4000
# A dealer keys so late. Source: worlds, `key_late_s` up to 1.5 s.
KEY_LATE_MS = 1500
# What is learned of that sinks by a part of two to this power with each word keyed sooner. Source:
# arithmetic, with the next: one word in fifty comes later still, of lateness even up to any bound.
KEY_LATE_BITS = 6
# And one part in so many more is waited for. Source: the same.
KEY_LATE_PARTS = 4
# After the first word keyed late the next may take so many 16ths of that, after two so many of the
# later one, and so on; after these the latest tells it. Source: the same, one word in fifty.
PACE_FIRST_16THS = (400, 66, 38, 29, 25, 23, 21, 20)
# Or after one more card or act. Source: worlds, `key_after`, and 0.9 s, the slowest `pace_s`.
KEY_ACT_LATE_MS = 2400
# After the flop no book lets a player bet less than the big blind, nor keeps one from betting so
# many times that. Source: shared_rules/rulebooks, `wager.min_bet_blinds_postflop` of 1 and 2.
LEAST_BET_TIMES = 2
# What is keyed about a card waits so long for it to be read. Source: judgement.
KEYED_CARD_MS = 2500

# == Questions: when is the dealer asked, and for how long?

# Questions open at once. Source: memory.
OPEN_MAX_QUESTIONS = 4
# What waits for an answer is emitted after so long without one. Source: worlds, a question is
# answered 0.5 to 3 s later.
ASK_MS = 4000
# An act waits no longer, whoever seems to have been passed over. Source: arithmetic, three
# questions.
ACT_HELD_MAX_MS = 3 * ASK_MS
# So long nobody is asked again about a player who had not checked. Source: judgement.
DENIED_MS = 10000
# Checks in a row that nobody has keyed after which the dealer is taken to key none and is asked no
# more about each; and that were keyed, after which one that was not is none where play stops.
# Source: judgement.
UNKEYED_TIMES = 2
# So long a dealer who has let a check go unkeyed is taken to forget another rather than to deal a
# street too soon: a hand or two. Source: judgement.
FORGETS_MS = 120000

# == Deal and board: where does a card lie that left the deck?

# A card in the muck that the mouth did not see waits so long: the deck may be being gathered.
# Source: judgement.
GATHER_MS = 1000
# A card that ought to be there is waited for so long. Source: judgement.
CARD_UNREAD_MS = 2500
# A card where none is due waits so long for the one that is: more likely in a shadow than a slip.
# Source: worlds, a shadow lasts up to 3 s.
SEAT_SKIPPED_MS = 3000
# A street waits so long for its burn to be read. Source: judgement.
BURN_UNREAD_MS = 1500
# A burn beside its loop counts as so many upon it: where more than one in so many lies beside, that
# nothing is read there, or weighed, does not say that none was burned. Source: judgement.
BURN_BESIDE_TIMES = 4
# The burn place carries one card more for so long: it was burned. Source: judgement.
BURN_HEAVY_MS = 1000
# A reader away for so long holds up nothing any more. Source: judgement.
READER_AWAY_MS = 6000
# So much longer waits a card whose place in the order the mouth did not see. Source: judgement.
MOUTH_UNSEEN_MS = 2500
# Unread for so long: the loops' load says where it lies. Source: judgement.
LOAD_DECIDES_MS = 600
# And it is asked when these bits of the time are 0. Source: judgement.
LOAD_ASKED_MASK_MS = 63
# Dwells that miss a thing before it is not there: a card at a seat, chips in the pot. Source:
# worlds, a tag at an edge is missed in up to half of them.
ABSENT_DWELLS = 3
# Dwells that miss a lone thing, none that reads it, before it lies not even at an edge: as likely
# as one in fifty. Source: worlds, a tag at an edge is missed in up to half of them.
ABSENT_EDGE_DWELLS = 6
# Dwells of the board's loop: its cards lie alone. Source: worlds, `miss`.
BOARD_ABSENT_DWELLS = 2
# From one card of the deal to the next at least. Source: worlds, `pace_s` 0.25 at the quickest.
PACE_LEAST_MS = 250
# Cards of the deal in transit at once. Source: worlds, `pace_s` 0.25, and 0.5 s in transit.
DUE_AHEAD_CARDS = 3
# Gone from the mouth and nowhere else for so long: back in the stub. Source: judgement.
LANDED_OFF_MS = 800
# Group times a move waits for the rest of a hand that has left its zone too. Source: judgement.
PARTNER_GROUP_TIMES = 4
# Between two cards of one street at most. Source: judgement.
STREET_APART_MS = 1500
# Undealt cards in the muck together: the deck is gathered, not dealt there. Source: judgement.
GATHER_CARDS = 3
# No card for so long and all hands alike: the deal is done. Source: judgement.
DEAL_QUIET_MS = 1500
# And where a seat has got none in any round, which the dealer is asked about first. Source:
# judgement, four times as long.
DEAL_DOUBTED_MS = 4 * DEAL_QUIET_MS
# The last card of the deal, or of a flop, leaves the deck so soon after the one before it, or it
# was forgotten. Source: worlds, `pace_s` 0.9 at the slowest, twice and more.
LAST_CARD_MS = 2000
# And within so many times the pace of this deal. Source: judgement.
LAST_CARD_TIMES = 4
# A card that comes so many sixteenths of the pace after the one before has had another between
# them. Source: worlds, a card takes 0.85 to 1.15 of the pace, two at least 1.7: the middle.
TWO_CARDS_16THS = 23
# A mouth that has missed one card of so many in this deal is not trusted to have seen that none
# came. Source: judgement.
MOUTH_SURE_TIMES = 8
# A flop. Source: the game.
FLOP_CARDS = 3
# A complete board. Source: the game.
BOARD_CARDS = 5

# == Folds: was a hand folded, or lifted?

# Later events wait so long for a hand that has left its seat. Source: judgement.
FOLD_WAIT_MS = 1200
# Silent for so long before the turn passes on: folded. Source: judgement.
FOLD_SURE_MS = 150
# Silent for so long while a later player acts: folded, not lifted. Source: judgement.
HAND_LIFTED_MS = 600
# A loop that misses one reading in so many of a card reads its hand badly. Source: worlds, an edge
# is missed in 10 to 50 %, two aligned cards in 3 to 8 %.
UNSTEADY_PARTS = 5
# What begins so soon after another's act was under way already: nobody answers sooner. Source:
# judgement, people take 0.2 s from what they see to the first movement, and a visit to the loop of
# two cards, which dates the last read of a hand, takes 0.03 s.
AT_ONCE_MS = 230
# A hand of which one card is missed may be in transit for so long. Source: worlds, peeks last 1 to
# 3 s.
HAND_PARTLY_MS = 1500

# == Chips: how much was wagered, and is that all?

# Each chip on the spot delays the end of a motion by this. Source: worlds, a reading takes 5.5 ms
# a tag.
CHIP_READ_MS = 15
# The gap of a motion on a spot read seldom is no longer. Source: judgement.
GAP_MAX_MS = 700
# A motion that still grows is emitted after so long. Source: judgement.
ARRIVE_MAX_MS = 3000
# A call in two movements has its second within this. Source: recorded traces, 0.9 to 1.6 s.
SECOND_MOVE_MS = 1600
# No second motion begins sooner after the first: the hand goes back for more chips. Source:
# tools/virtual/motions.py, `motion`; recorded traces have 0.9 s at the quickest.
SECOND_LEAST_MS = 800
# An incomplete dwell delays the end of a motion by so much. Source: judgement.
TORN_WAIT_MS = 600
# Chips that leave so long after the last one came were not in a hand. Source: judgement.
LAIN_MS = 500
# Chips before a seat without cards wait so long: they may be a neighbour's. Source: judgement.
STRANGE_MS = 1500
# A spot that carries more than was read is waited for so long. Source: judgement.
HEAVY_MS = 1500
# A spot that misses one reading of its chips in more than so many reads badly. Source: worlds,
# `miss` of well placed chips is below 1 in 20.
FAINT_PARTS = 20
# One chip in so many gone from such a spot lies there unread. Source: judgement.
FEW_PARTS = 4
# Chips of a motion silent for so long were carried over the line. Source: judgement.
FADED_MS = 900
# A single chip silent for so long and found nowhere was taken back. Source: judgement.
LONE_MS = 1800
# Some chips of a pile: so long. Source: arithmetic, twice a shadow.
PARTIAL_MS = 6000
# A chip read so long after its motion was emitted is part of it, others having acted. Source:
# arithmetic, twice a shadow.
BELATED_MS = 6000
# Chips read so soon after an act were there before it. Source: judgement.
BEFORE_ACT_MS = 700

# == Pot: pulled in, or pushed?

# Pulled in with a chip lacking: so long for it to show in the pot. Source: judgement.
SWEPT_WAIT_MS = 1200
# A chip not emitted shows in the pot so soon after bets were pulled in. Source: judgement.
SWEPT_MS = 2500
# So long for the rest of the pull. Source: judgement.
SWEEP_REST_MS = 700
# Chips remembered that show in the pot. Source: memory.
SWEPT_MAX_CHIPS = 16
# A dealer holds chips in the hand for so long on their way to the pot. Source: judgement.
IN_HAND_MS = 1500
# A pot that held chips and has been empty for so long was pushed. Source: judgement.
POT_EMPTY_MS = 2500
# A push is emitted when the spot has been quiet for so long. Source: judgement.
PUSH_MS = 1200
# And for so many dwells. Source: judgement.
PUSH_DWELLS = 3

# == Between hands: is the deck gathered, riffled, complete?

# Cards in the muck that make it a gathered deck. Source: judgement.
GATHERED_CARDS = 20
# Undealt cards among them that do: of a pile not all is read. Source: worlds, `four`.
GATHERED_UNDEALT_CARDS = 8
# Cards come and gone within the window that make it a riffle. Source: judgement.
RIFFLE_CARDS = 16
# The window. Source: judgement.
RIFFLE_WINDOW_MS = 1500
# A card that came so lately: they are being gathered, not riffled. Source: judgement.
GATHERING_MS = 500
# A card emitted as lying somewhere and silent for so long is gathered. Source: judgement.
GATHERED_SILENT_MS = 2500
# At most one card in so many is left when the deck has gone into the well. Source: judgement.
GATHERED_LEFT_PARTS = 4
# A gathered deck is remembered for so long after its cards have gone. Source: judgement.
GATHERED_MS = 8000
# Cards remembered: a deck and two jokers. Source: memory.
DECK_MAX_CARDS = FULL_DECK + 2
# A card not read in so many hands in a row has left the table. Source: judgement.
MISSING_HANDS = 20
# Cards read within so many hands are on the table together. Source: judgement.
FRESH_HANDS = 2

# == Attention: how often is an antenna read?

# By kind of antenna: between hands, shuffled, deal, betting, showdown. The scan looks at the load
# four times as often. Source: judgement, within what docs/scan.md measures.
BASE_PERIOD_MS = {
    "mouth": (200, 100, 45, 140, 160),
    "seat": (200, 300, 350, 480, 480),
    "line": (100, 100, 300, 100, 100),
    "board": (200, 600, 600, 400, 400),
    "burn": (200, 600, 600, 400, 400),
    "muck": (200, 400, 480, 200, 200),
    "pot": (600, 1000, 2000, 600, 400),
}
# Nothing for so long between hands: everything four times as seldom. Source: judgement.
IDLE_MS = 60000
# Bet spot of the player due to act. Source: judgement.
ACTOR_PERIOD_MS = 80
# Safe zone of the player due to act: a fold is read in time. Source: judgement.
ACTOR_CARDS_PERIOD_MS = 200
# Safe zone of the player due to act after it. Source: judgement.
NEXT_CARDS_PERIOD_MS = 350
# Safe zones where no card should come. Source: judgement.
EMPTY_SEAT_PERIOD_MS = 1500
# Bet spots of seats without a hand. Source: judgement.
FOLDED_LINE_PERIOD_MS = 200
# Safe zones the next cards of the deal go to. Source: worlds, `pace_s` 0.25 at the quickest.
PITCH_PERIOD_MS = 60
# The same before the first card. Source: judgement.
FIRST_PITCH_PERIOD_MS = 150
# Something stirred here, or lies here unread: inventories, no looks. Source: judgement.
LOOK_PERIOD_MS = 30
# And for so long. Source: judgement.
LOOK_FOR_MS = 200
# A card left the mouth: by kind of antenna, during the deal and later. Source: judgement.
FLIGHT_PERIOD_MS = {"seat": (250, 350), "burn": (250, 80), "board": (300, 120)}
# Cards left a seat: the muck's loop. Source: judgement.
FOLD_PERIOD_MS = 120
# And for so long. Source: judgement.
FOLD_WATCH_MS = 1500
# Chips left a spot: the pot's loop. Source: judgement.
SWEEP_POT_PERIOD_MS = 250
# And the other bet spots. Source: worlds, `sweep_s` 0.15 at the quickest.
SWEEP_LINE_PERIOD_MS = 120
# For so long. Source: judgement.
SWEEP_WATCH_MS = 600

# == Tuning: what may a table's configuration set otherwise (`tune`)?

# Chips that come within this of each other are one motion: longer than a reading of a bet spot,
# shorter than the pause in a string bet. Source: judgement.
GAP_MS = 350
# Chips from a bet spot to the pot. Source: worlds, `sweep_s` up to 0.9 s.
TRAVEL_MS = 900
# Chips that left a spot and were not found: decide. Source: judgement.
RESOLVE_MS = 2500
# Spots emptied within this of each other were pulled in together. Source: judgement.
SWEEP_MS = 1500
# Board cards that come within this of each other are one move. Source: judgement.
BOARD_GAP_MS = 500
# Cards of a hand that come within this of each other are one move. Source: judgement.
GROUP_MS = 300
# From the mouth to wherever a card is pitched. Source: judgement.
FLIGHT_MS = 1800
# A card face up at the mouth for so long is emitted from there. Source: judgement.
BOXED_MS = 700
# Tags remembered at once. Source: memory.
KEPT_TAGS = 400
# Reads that make a tag present, by kind of antenna. Source: judgement.
KIND_ENTER_HITS = {"mouth": 1, "pot": 1}
# Misses in a row that make it gone. Source: judgement.
KIND_LEAVE_MISSES = {"mouth": 2}
