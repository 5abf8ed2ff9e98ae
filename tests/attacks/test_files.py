"""A local user who is nobody here reads no file a gateway and its vault leave behind."""

import grp

from gateway.log import backup
from tools.install.pki import mosquitto

# what everybody at the broker is shown, or says nothing: certificates, the list of the revoked
SHOWN = (".pem", ".der", "mosquitto.conf", "acl", "issued.json", ".sock", ".pid")


def others(path):
    """Bits of a file's mode that are for nobody but its owner and the broker's own group."""
    group = path.stat().st_gid
    if path.parent.name == "mosquitto" and group == grp.getgrnam(mosquitto.USER).gr_gid:
        return 0o007
    return 0o077


def test_what_is_left_on_disk_is_its_owners_alone(house):
    house.play(house.source.hand()[0])
    backup.write(house.gateway.log, house.folder / "copies", 1)
    files = [p for p in house.folder.rglob("*") if p.is_file() and p.stat().st_size]
    assert len(files) > 10
    open_to_others = [
        str(p.relative_to(house.folder)) for p in files if p.stat().st_mode & others(p)
    ]
    secret = [name for name in open_to_others if not name.endswith(SHOWN)]
    assert secret == []
    for name in open_to_others:
        assert b"PRIVATE KEY" not in (house.folder / name).read_bytes()
