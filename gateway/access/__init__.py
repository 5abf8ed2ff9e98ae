"""Who may do what, and what each consumer is told of what it may see."""
