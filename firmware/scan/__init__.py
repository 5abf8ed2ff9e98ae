"""The scan: one antenna's inventory, which antenna comes next, all readers at once."""
