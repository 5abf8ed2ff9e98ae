"""Runs on the real MicroPython VM: a board's raw prompt over a terminal.

The unix port's own prompt knows no raw mode; this is that protocol (docs.micropython.org, REPL),
with the interpreter's own ``exec``, files and hashes behind it. Started in the board's flash.
"""

import sys

stdin, stdout = sys.stdin.buffer, sys.stdout.buffer
WINDOW = 2048
BANNER = b"raw REPL; CTRL-B to exit\r\n>"


def say(data):
    stdout.write(data)


def pasted():
    """Raw paste mode: windows of bytes, each let in by one 01; ended by 04."""
    say(b"R\x01" + WINDOW.to_bytes(2, "little"))
    text = bytearray()
    left = WINDOW
    while True:
        c = stdin.read(1)
        if c == b"\x04":
            say(b"\x04")
            return bytes(text)
        text += c
        left -= 1
        if not left:
            left = WINDOW
            say(b"\x01")


def execute(text, names):
    try:
        exec(text, names)
        say(b"\x04")
    except SystemExit:  # machine.reset
        raise
    except BaseException as e:
        say(b"\x04")
        sys.print_exception(e)
    say(b"\x04>")


def serve():
    raw = False
    names = {}
    line = b""
    while True:
        c = stdin.read(1)
        if not c:
            return
        if not raw:
            if c == b"\x01":
                raw = True
                say(BANNER)
            elif c in b"\r\x03":
                say(b"\r\n>>> ")
            continue
        if c == b"\x02":
            raw = False
            say(b"\r\n>>> ")
        elif c == b"\x01":
            line = b""
            say(BANNER)
        elif c == b"\x03":
            line = b""
        elif c == b"\x04":
            text, line = line, b""
            say(b"OK")
            execute(text.decode(), names)
        else:
            line += c
            if line == b"\x05A":
                stdin.read(1)
                line = b""
                execute(pasted().decode(), names)


serve()
