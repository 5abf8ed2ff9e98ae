"""Charts for the director: alerts, hands an hour, and how well the tables read."""
