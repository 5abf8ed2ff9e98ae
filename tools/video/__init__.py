"""A hand's file as a short video."""
