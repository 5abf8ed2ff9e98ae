"""What is wrong with the gateway itself, in words for people (rows of ``alerts/registry.py``)."""

from gateway.alerts.registry import alert

LOG_SILENT_MS = 3000  # a commit that takes so long is said to people


def system(gateway):
    """What is wrong with the gateway itself, in one line; empty when nothing is."""
    found = alert_of(gateway)
    return found.text if found else ""


def alert_of(gateway):
    """The worst that is wrong with the gateway itself as a ``registry.Alert``, or None."""
    if gateway.log_trouble:
        return alert("log_away", why=gateway.log_trouble)
    if gateway.vault.is_away():
        return alert("vault_away")
    if gateway.vault.differs:
        differs = gateway.vault.differs
        return alert("vault_differs", what=differs[0].upper() + differs[1:])
    waiting_ms = gateway.log_busy_ms()
    if waiting_ms >= LOG_SILENT_MS:
        return alert("log_silent", seconds=waiting_ms // 1000)
    if gateway.link.refused:
        return alert("broker_refuses", why=gateway.link.refused)
    if not gateway.link.up:
        return alert("broker_away")
    there = [live for live in gateway.tables.all() if live.online]
    if there and all(live.silent for live in there):
        return alert("tables_silent")
    return None
