"""Every setting: what it means, what it may be, and the file it is read from."""
