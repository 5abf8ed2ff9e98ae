"""The table as an instrument: test tags are counted by its own scanner, and no table is played."""
