"""Events of the tournament desk from the command line, and simulated ones."""
