"""The sixth generator of recordings: a link budget per loop and tag, and people with habits.

It was written from the design's texts and the reader's data sheet alone, and shares no line with
the table nor with the other generators: a disagreement shows which of the two is wrong.
"""
