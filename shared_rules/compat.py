"""The only place that asks which interpreter runs: what one of the two lacks."""

try:
    from micropython import const  # folds at compile time on the device
except ImportError:

    def const(value):
        """The value itself; MicroPython's compiler folds the call away."""
        return value


__all__ = ("const",)
