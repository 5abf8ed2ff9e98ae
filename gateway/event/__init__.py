"""The desk of an event: its log, its clock, what is due, and the director's pages."""
