"""The eleventh generator: hold'em people, a radio of its own, and slips out of the five books."""
