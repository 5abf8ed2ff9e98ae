"""The twelfth generator of recordings: written from the texts alone, read by the judge only."""
