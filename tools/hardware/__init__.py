"""Documents, calculations and checks of a table's hardware, from the descriptions in hardware/."""
