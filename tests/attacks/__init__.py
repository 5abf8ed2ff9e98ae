"""Attacks that once succeeded, each against running parts; see docs/security.md."""
