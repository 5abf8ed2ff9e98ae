"""Program images at the host: built, signed, checked, offered to a table."""
