"""From dwells of tags to table events."""
