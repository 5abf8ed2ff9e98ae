"""The broker dies in the middle of a burst: nothing acknowledged is lost, alerts flow again."""

import random
import socket

from tests.gateway import brokerkill


def test_killed_in_mid_burst(tmp_path):
    burst = brokerkill.Burst(tmp_path)
    try:
        rng = random.Random(3)
        for _ in range(3):
            burst.kill(rng)
        burst.finish()
        assert burst.lost == 0
        # A line that goes silent is noticed by the kernel within 5 s, however busy the process is.
        sock = burst.gateway.link._client.socket()
        idle, pause, count = (
            sock.getsockopt(socket.IPPROTO_TCP, option)
            for option in (socket.TCP_KEEPIDLE, socket.TCP_KEEPINTVL, socket.TCP_KEEPCNT)
        )
        assert sock.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE)
        assert idle + pause * count <= 5
        assert sock.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT) <= 5000
    finally:
        burst.stop()
