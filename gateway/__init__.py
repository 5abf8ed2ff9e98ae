"""The gateway: takes the tables' events in, keeps them, applies the rulebook, shows the result."""
