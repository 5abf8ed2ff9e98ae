"""What controllers say about themselves, and which of them are heard."""
