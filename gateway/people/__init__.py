"""Who may do what: people, their sessions, pairing, and the record of what each of them did."""
