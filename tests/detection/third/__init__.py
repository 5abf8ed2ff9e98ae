"""Recordings of poker hands by another hand: written from the data sheets, without Feltwire's code.

``Recording(seed)`` (``recording.py``) draws a world (``world.py``: radio, scan, people), plays one
hand in it (``starts.py`` and ``seats.py`` up to ``hand.py``, each building on the one before), and
lets four readers hear it (``scan.py``, from the places in ``stage.py``). The same seed makes the
same lines. ``python -m tests.detection.third`` replays them and judges what comes out.

Two seeds of five hold one irregularity each, at the first fitting moment of an otherwise ordinary
hand; how the people put it right is theirs and the same under every rulebook. Not made: two decks
in turn, cards off the table, draw and stud, players who leave.

Drawn for each hand:

========================  ==========================================================================
noise                     quiet 2, default 6, rough 3 of 11
misses of a centred tag   quiet 0.05-0.4 %, default 0.5-1 %, rough 0.8-6 %, each place e^N(0, .5)
badly placed              2 / 4-12 / 10-25 % of places: 5-35 % more misses for as long as it lies
two hole cards            3-8 % (quiet 0.6 of it); three aligned cards 35 %, a heap up to 90 %
chips                     tuned 5, 18000-3M3 3, untuned 2 of 10 (40 % misses at 20 chips)
shadow                    0-1.2 / 1-2.5 / 2-4 % of the time, 0.5-3 s
bursts                    none in 2 of 3, else 0.3-3 a minute, 30-100 % misses, 0.4-4 s
coupling                  1 inside, 0.7 at the edge, 0.3 at 20 mm, 0.02 at 50 mm; e^-(z/24..46 mm)^2
cross-talk                in 30 / 70 % of worlds: 40 % of pairs within 125 mm, 0.1-2 % a dwell
in transit                unread in 35 %, else 0.12-0.9 of the coupling there
ghosts, CRC, collisions   0-0.5 %, 0-1 %, 0-12 % of several tags; none where it is quiet
AGC                       real 8, constant 1, noise 1 of 10; a card 5-14, a chip 2-7
scan                      in turn or by want; revisit 0.06-0.45 s; dwell 1-7 ms and the air time;
                          one reader 1.8-3.5 times slower in 12 %, away 0.8-3 s in 8 %
deal                      0.25-0.9 s a card; slides 20-60 % (20 % of dealers: all); 0-7 % land
                          beside the loop
dealer                    keys 0.2-1.5 s late, 20 % leave out 5-40 % of the checks
people                    think lognormally, median 0.6-4 s; 5-70 % of wagers said; chips in several
                          motions, big chips, hands lifted and squared, five ways to fold
table                     nine_max 3, six_max 1 of 4; 2-9 players; 35 % real hands, 65 % its own
========================  ==========================================================================

``Recording.truth``: ``kind`` (``clean`` or one of ``IRREGULAR``), ``expect`` (its code in
``IRREGULAR``, the author's own words), ``at_ms`` (when it became a fact on the felt), ``irregular``
(seat and particulars, ``..._ms``: when it was put right), ``acts`` (``[act, seat, street total of
bets and raises, chips added]`` in order of time), ``stacks`` after the hand, ``misses`` (dwells
times tags at rest well inside their loop, and the misses among them), ``revisit`` and
``revisit_p95`` (s, all loops together), ``world`` (every drawn number).
"""
