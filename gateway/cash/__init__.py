"""The desk of a cash room: games, lists, seats and money in a log like an event's."""
