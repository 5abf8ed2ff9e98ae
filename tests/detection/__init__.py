"""Detection under noise: traces of another table, benches, recorded dwells."""
