"""Nothing to poll without sockets; the constants the firmware names."""

POLLIN, POLLOUT, POLLERR, POLLHUP = 1, 4, 8, 16


class poll:  # noqa: N801 - the module's own name for it
    """Nothing is ever ready."""

    def register(self, *rest):
        """Nothing."""

    def poll(self, timeout=-1):
        """No event."""
        return []
