"""From sightings of tags to table events."""
