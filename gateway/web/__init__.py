"""Pages and the plumbing of the web: application, streams, limits of connections."""
