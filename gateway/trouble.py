"""What is wrong with the gateway itself, in words for people."""

LOG_SILENT_MS = 3000  # a commit that takes so long is said to people


def system(gateway):
    """What is wrong with the gateway itself, in one line; empty when nothing is."""
    if gateway.log_trouble:
        return f"Events are not being stored: {gateway.log_trouble}"
    if gateway.vault.is_away():
        return "The vault does not answer: tables keep their events until it does."
    if gateway.vault.differs:
        return f"{gateway.vault.differs[0].upper()}{gateway.vault.differs[1:]}."
    waiting_ms = gateway.log_busy_ms()
    if waiting_ms >= LOG_SILENT_MS:
        return f"Events are not being stored: no answer from the log for {waiting_ms // 1000} s"
    if not gateway.link.up:
        return "The broker is away: tables keep their events until it is back."
    there = [live for live in gateway.tables.all() if live.online]
    if there and all(live.silent for live in there):
        return "No table is heard: the broker does not answer, or the network is down."
    return ""
