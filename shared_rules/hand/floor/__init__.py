"""The floor's matters: clocks, absence, penalties, chip races, what somebody reports."""
