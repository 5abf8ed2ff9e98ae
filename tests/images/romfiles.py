"""What takes the room in a ROM file system, as MicroPython lays it out (extmod/vfs_rom.c)."""

MAGIC = b"\xd2\xcd1"
FOLDER, FILE = 4, 5  # kinds of records


def _number(rom, at):
    """``(value, where it ends)``: seven bits a byte, the last without its top bit."""
    value = 0
    while True:
        byte = rom[at]
        at += 1
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            return value, at


def sizes(rom):
    """Bytes that each file takes, its record included: path -> bytes."""
    assert rom[: len(MAGIC)] == MAGIC
    length, at = _number(rom, len(MAGIC))
    found = {}
    _walk(rom, at, at + length, "", found)
    return found


def _walk(rom, at, end, folder, found):
    while at < end:
        begin = at
        kind, at = _number(rom, at)
        length, at = _number(rom, at)
        if kind in (FOLDER, FILE):
            size, name_at = _number(rom, at)
            name = folder + rom[name_at : name_at + size].decode()
            if kind == FOLDER:
                _walk(rom, name_at + size, at + length, name + "/", found)
            else:
                found[name] = at + length - begin
        at += length
