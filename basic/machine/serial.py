"""What COM1: leads to in this world; imported only where somebody gave it an address."""

from __future__ import annotations

import contextlib
import os
import select
import socket

from basic.errors import DEVICE_TIMEOUT, DEVICE_UNAVAILABLE, BasicError
from basic.sizes import QUEUE

CLEAR_TO_SEND = 1.0  # seconds that the other side may take nothing, the CS1000 of the original


class SerialLine:
    """What the plug COM1 leads to: `HOST:PORT` (a TCP connection) or a terminal device like /dev/pts/3.

    It is reached only while a program has the device open.
    """

    def __init__(self, target: str) -> None:
        self.target = target
        self._socket: socket.socket | None = None
        self._descriptor = -1
        self._received = bytearray()

    @property
    def opened(self) -> bool:
        return self._descriptor >= 0

    def open(self) -> None:
        """Error 68 if there is no such device, 24 if nobody answers."""
        host, colon, port = self.target.rpartition(":")
        try:
            if colon and port.isdigit():
                self._socket = socket.create_connection((host.strip("[]") or "localhost", int(port)), timeout=5)
                self._socket.setblocking(False)
                self._descriptor = self._socket.fileno()
            else:
                self._descriptor = _open_terminal(self.target)
        except (FileNotFoundError, OverflowError) as error:  # no such device, no such port
            raise BasicError(DEVICE_UNAVAILABLE) from error
        except OSError as error:
            raise BasicError(DEVICE_TIMEOUT) from error

    def close(self) -> None:
        if self._socket is not None:
            self._socket.close()
        elif self.opened:
            os.close(self._descriptor)
        self._socket, self._descriptor = None, -1
        self._received.clear()

    def _gather(self, seconds: float) -> bool:
        """Take over what has come; False when the other side has hung up."""
        room = QUEUE - len(self._received)
        if not room or not select.select([self._descriptor], [], [], seconds)[0]:
            return True
        try:
            data = self._socket.recv(room) if self._socket else os.read(self._descriptor, room)
        except BlockingIOError:
            return True
        except OSError:  # a pseudo-terminal whose other side is closed
            return False
        self._received += data
        return bool(data)

    def waiting(self) -> int:
        """Bytes received and not yet read."""
        self._gather(0)
        return len(self._received)

    def receive(self) -> str:
        """The next byte, waited for; error 24 when the other side has hung up."""
        while not self._received:
            if not self._gather(0.1) and not self._received:
                raise BasicError(DEVICE_TIMEOUT)
        return chr(self._received.pop(0))

    def send(self, text: str) -> None:
        data = text.encode("latin-1")
        try:
            while data:
                if not select.select([], [self._descriptor], [], CLEAR_TO_SEND)[1]:
                    raise BasicError(DEVICE_TIMEOUT)
                with contextlib.suppress(BlockingIOError):
                    sent = self._socket.send(data) if self._socket else os.write(self._descriptor, data)
                    data = data[sent:]
        except OSError as error:
            raise BasicError(DEVICE_TIMEOUT) from error


def _open_terminal(path: str) -> int:
    """A terminal device that passes every byte on as it is."""
    descriptor = os.open(path, os.O_RDWR | getattr(os, "O_NOCTTY", 0) | getattr(os, "O_NONBLOCK", 0))
    if not os.isatty(descriptor):
        os.close(descriptor)
        raise FileNotFoundError(path)
    import tty  # not on Windows, where there is no such device either

    tty.setraw(descriptor)
    return descriptor
