"""The case languages of rulings and of the desk: read, checked, answered."""
