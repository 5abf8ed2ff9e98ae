"""What a person does at a real table: one test tag, laid down and taken away when asked."""

from tools.calibrate.calibration_steps import Source


class PersonSource(Source):
    """See Source. ``ask(text)``: waits for the person."""

    def __init__(self, ask):
        self._ask = ask
        self._last = "?"

    def batches(self, zones):
        """One zone after the other: a person has one test tag."""
        return ([z] for z in zones)

    def lay(self, spots, spot="middle"):
        """See Source.lay; the tag's name is learned from the zone's own dwells."""
        names = {}
        for zone, (x, y) in spots.items():
            where = "in the middle" if spot == "middle" else f"{spot}, {abs(x) + abs(y):.0f} mm off"
            self._ask(f"{zone}: lay the test tag {where} of it, then press Enter")
            counts = self.heard(zone)
            if counts:
                self._last = max(sorted(counts), key=counts.get)
            names[zone] = self._last  # where none is read: the tag that was laid all the time
        return names

    def clear(self):
        """See Source.clear."""
        self._ask("take the tag off the table, then press Enter")

    def heard(self, zone):
        """``{tag: dwells it is read in}`` of a zone in the next moments."""
        raise NotImplementedError
