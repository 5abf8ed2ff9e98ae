"""Generated pages of docs/, each held current by a test."""
