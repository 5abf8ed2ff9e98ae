"""Feltwire's tools: the command line, the virtual table, play and replay, benches."""
