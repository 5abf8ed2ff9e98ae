"""A tenth generator: club and small-casino hands, their radio, and the truth beside them."""
