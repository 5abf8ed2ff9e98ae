"""What a cluster of gateways needs to be set up: see ``feltwire cluster``."""
