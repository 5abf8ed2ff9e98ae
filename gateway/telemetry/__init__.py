"""What a technician watches: figures of the gateway and of every controller, kept and sent on."""
