"""A local user who is nobody here reads no file a gateway and its vault leave behind."""

import os

from gateway.log import backup
from tests.attacks.house import House


def test_what_is_left_on_disk_is_its_owners_alone(tmp_path):
    before = os.umask(0o022)
    try:
        house = House(tmp_path)
        try:
            house.play(house.source.hand()[0][:20])
            backup.write(house.gateway.log, tmp_path / "copies", 1)
            open_to_others = [
                str(path.relative_to(tmp_path))
                for path in tmp_path.rglob("*")
                if path.is_file() and path.stat().st_mode & 0o077
            ]
        finally:
            house.close()
    finally:
        os.umask(before)
    assert open_to_others == []
