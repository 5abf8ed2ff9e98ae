"""The hand kept: finished hands as files of the formats others read."""
