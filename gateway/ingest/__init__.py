"""From an MQTT message to a committed, acknowledged event."""
