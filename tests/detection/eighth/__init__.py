"""An eighth generator of recordings: real hands, filmed as things that move over the felt.

Cards, chips and hands have places in millimetres and velocities; what an antenna reads follows from
where a tag is during the dwell. Written from the design's notes on radio and from the table's own
description alone, by somebody who has not read the code of the table it judges.
"""
