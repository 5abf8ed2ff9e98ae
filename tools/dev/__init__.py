"""What a developer runs: the 32-bit interpreter, type checks, long runs, generated code."""
