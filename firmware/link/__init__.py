"""Clock, journal, MQTT, tokens and keys: how events leave a controller and keys enter it."""
