"""Errors a person is meant to read, and the one shape an HTTP error has."""


class GatewayError(Exception):
    """Something a person can put right; its text is one clear line."""


class LogError(GatewayError):
    """The event log cannot be opened, or cannot take a commit (disk full, fsync failed)."""


class LogDamaged(LogError):
    """The log's hash chain does not hold; ``table`` and ``n`` say where."""

    def __init__(self, table, n, text):
        super().__init__(f"event log of table {table} is damaged at event {n}: {text}")
        self.table = table
        self.n = n


class VaultError(GatewayError):
    """A file of the vault is missing or malformed."""


class VaultAway(VaultError):
    """The vault does not answer; it may be asked again."""


class PeopleError(GatewayError):
    """What was asked of the people's database cannot be done, or its record is not what it was."""


class BadRequest(GatewayError):
    """A request that cannot be carried out as it stands; ``status`` is its HTTP status."""

    def __init__(self, text, status=400, code="bad_request"):
        super().__init__(text)
        self.status = status
        self.code = code


def body(code, message):
    """The JSON body of every HTTP error: ``{"error": {"code", "message"}}``."""
    return {"error": {"code": code, "message": message}}
