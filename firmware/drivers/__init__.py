"""Drivers: readers, antenna multiplexers, lights, sounder. Bus and pins are passed in."""
