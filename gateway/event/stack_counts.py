"""The stacks of a table counted between two hands, and signed: the act, and its sheet's values.

A count is an entry of the log: the stacks the desk takes over, the chips by denomination where they
were counted so, who counted and who signed. Each stack that differs from the desk's is an alert in
the same entry.
"""

from gateway.event.acts import Refused
from gateway.event.table_feed import IN_HAND, alerted, number_of


def count_table(office, table, stacks, chips, counted_by, signed_by):
    """Happenings of a count. ``stacks``: player -> chips, of all who sit at ``table``; ``chips``:
    denomination -> number, {} where they were counted by value."""
    found = office.event.tables.get(table)
    if found is None:
        raise Refused(f"there is no table {table}")
    if found.state in IN_HAND or table in office.unreported:
        raise Refused(f"table {table} plays a hand: count it when the hand is over")
    if set(stacks) != {found.seats[seat] for seat in found.occupied()}:
        raise Refused(f"others sit at table {table} by now: look at its seats again")
    if not counted_by or not signed_by:
        raise Refused("a count names who counted and who signed")
    come_to, total = sum(chip * many for chip, many in chips.items()), sum(stacks.values())
    if chips and come_to != total:
        raise Refused(f"the chips come to {come_to}, the stacks to {total}")
    number = number_of(found)
    fields = {"stacks": stacks, "by": "counted", "table": number, "counted_by": counted_by,
              "signed_by": signed_by}  # fmt: skip
    out = [("stacks", fields), *_differences(office, found, number, stacks)]
    if chips:
        by_chip = {str(chip): chips[chip] for chip in sorted(chips)}
        out.append(("chips_counted", {"chips": by_chip, "table": number}))
    return out


def _differences(office, table, number, stacks):
    cite = office.event.book.rule("chips.hidden").cite
    for seat in table.occupied():
        player = table.seats[seat]
        desk, counted = office.event.stacks.get(player, 0), stacks[player]
        if desk != counted:
            text = (f"Table {number}: {counted:,} chips of {office.name(player)} were counted,"
                    f" the desk had {desk:,}")  # fmt: skip
            yield alerted("counted", text, cite, number, player)


def in_force(office, name):
    """The count of a table no hand was played since, None without one."""
    count = office.counts.get(name)
    return count if count is not None and count.hands == office.hands_at(name) else None


def sheet(office):
    """Tables with seats, stacks and their count, where one is in force: to be printed."""
    out = []
    for table in office.event.in_order():
        count = in_force(office, table.number)
        rows = []
        for seat in table.occupied():
            player, stack = table.seats[seat], office.event.stacks.get(table.seats[seat], 0)
            was, counted = stack, None
            if count is not None and player in count.stacks:
                was, counted = count.was[player], count.stacks[player]
            rows.append({"seat": seat, "name": office.name(player), "desk": was,
                         "counted": counted})  # fmt: skip
        out.append({
            "number": table.number, "rows": rows, "total": sum(r["desk"] for r in rows),
            "counted_by": count.counted_by if count else "",
            "signed_by": count.signed_by if count else "",
        })  # fmt: skip
    return out
