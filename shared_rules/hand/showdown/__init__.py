"""Showdown and pots: who shows, who wins what, odd chips, disputed awards, kill pots."""
