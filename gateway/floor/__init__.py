"""Floor page: alerts with evidence, rule and remedy; all tables at a glance."""
