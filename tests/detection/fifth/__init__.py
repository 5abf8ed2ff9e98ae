"""A fifth generator of recordings, from design/radio.md and the way people deal and play.

Its author had read neither the tracker nor the other generators. `world` draws loops, radio, scan
and people of a seed; `track` holds the way of each tag over the felt; `felt` moves cards and chips;
`hand` plays hold'em by `poker`; `slips` are the irregularities; `radio` turns ways into dwells;
`score` replays a recording and judges what is said of it.
"""
