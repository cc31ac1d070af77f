"""Answers the panel from inside the utility guest. Frames and faults: server/protocols/utility-guest/wire.ts.

Everything on the disk is hostile. Folders are opened one name at a time and no link is followed on the way, nothing of the disk is run, and
each answer has bounds of its own. Only modules that Python has built in are used, so that it starts quickly without a processor's help.
"""
import os
import select
import stat
import sys
import time

sys.path.insert(0, "/")
import clearing
import growing
from devices import Device, activate, devices, spawn

REQUEST, CANCEL, READY, DATA, END, FAILED = 0x52, 0x43, 0x48, 0x44, 0x45, 0x58
MAX_FRAME, MAX_REQUEST = 64 * 1024, 16 * 1024
MAX_NAMES, MAX_PAGE, MAX_DEPTH = 100_000, 1000, 200
ROOT = b"/mnt"
READABLE = ("ext", "xfs", "btrfs", "vfat", "ntfs", "iso9660")


class Fault(Exception):
    def __init__(self, word, text):
        super().__init__(text)
        self.word = word


class Port:
    """The channel to the panel. It is there before the panel is: reading gives nothing until then."""

    def __init__(self, path):
        self.fd = os.open(path, os.O_RDWR)
        self.poll = select.poll()
        self.poll.register(self.fd, select.POLLIN)

    def take(self, length):
        parts = bytearray()
        while len(parts) < length:
            part = os.read(self.fd, length - len(parts))
            if not part:
                time.sleep(0.02)
            parts += part
        return bytes(parts)

    def frame(self):
        head = self.take(5)
        length = int.from_bytes(head[1:], "big")
        if length > MAX_REQUEST:
            raise SystemExit("a request is too long")
        return head[0], self.take(length)

    def send(self, kind, body=b""):
        data = bytes([kind]) + len(body).to_bytes(4, "big") + body
        while data:
            data = data[os.write(self.fd, data):]

    def answer(self, body):
        """Sends a part of an answer; ends it when the panel does not want it any more."""
        for at in range(0, len(body), MAX_FRAME):
            if self.poll.poll(0) and self.frame()[0] == CANCEL:
                raise Fault("cancelled", "cancelled")
            self.send(DATA, body[at:at + MAX_FRAME])


def fields(*values):
    return b"".join((value if isinstance(value, bytes) else str(value).encode()) + b"\0" for value in values)


def names_of(path):
    parts = path.split(b"/") if path else []
    if len(parts) > MAX_DEPTH or any(part in (b"", b".", b"..") for part in parts):
        raise Fault("invalid", "no path of a file")
    return parts


def open_folder(parts):
    """Opens a folder below the root; the caller closes it."""
    fd = os.open(ROOT, os.O_RDONLY | os.O_DIRECTORY)
    for part in parts:
        try:
            inner = os.open(part, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_NONBLOCK, dir_fd=fd)
        finally:
            os.close(fd)
        fd = inner
    return fd


def open_file(name, folder):
    """What is no plain file is not even opened: opening a device or a pipe may do something."""
    found = os.stat(name, dir_fd=folder, follow_symlinks=False)
    if not stat.S_ISREG(found.st_mode):
        raise Fault("wrong_kind", "not a file")
    return os.open(name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK, dir_fd=folder), found


def kind_of(mode):
    if stat.S_ISREG(mode):
        return "file"
    if stat.S_ISDIR(mode):
        return "folder"
    return "link" if stat.S_ISLNK(mode) else "other"


class Agent:
    def __init__(self, port):
        self.port = port
        self.attached = False
        self.activated = False

    def serve(self):
        while True:
            kind, body = self.port.frame()
            if kind != REQUEST:
                continue
            verb, *args = body.split(b"\0")
            if verb == b"hello":
                self.port.send(READY, b"1")
                continue
            try:
                self.answer(verb, args)
                self.port.send(END)
            except Fault as fault:
                self.port.send(FAILED, fields(fault.word)[:-1] + b"\0" + str(fault).encode(errors="replace")[:400])
            except FileNotFoundError:
                self.port.send(FAILED, b"absent\0no such file or folder")
            except (NotADirectoryError, IsADirectoryError):
                self.port.send(FAILED, b"wrong_kind\0not what was asked for")
            except OSError as error:
                self.port.send(FAILED, b"io\0" + (error.strerror or "input/output error").encode()[:400])
            except (ValueError, MemoryError) as error:
                self.port.send(FAILED, b"failed\0" + str(error).encode(errors="replace")[:400])

    def answer(self, verb, args):
        if verb == b"volumes":
            self.volumes()
        elif verb == b"attach" and len(args) == 1:
            self.attach(args[0].decode("latin-1"))
        elif verb == b"clear":
            self.detach()
            self.activate()
            self.port.answer(clearing.clear(devices()))
        elif verb == b"grow":
            self.detach()
            self.port.answer(growing.grow())
        elif not self.attached:
            raise Fault("not_attached", "no volume is attached")
        elif verb == b"list" and len(args) == 3:
            self.list(names_of(args[0]), int(args[1]), min(int(args[2]), MAX_PAGE))
        elif verb == b"stat" and len(args) == 1:
            self.read(names_of(args[0]), False)
        elif verb == b"read" and len(args) == 1:
            self.read(names_of(args[0]), True)
        elif verb == b"tar" and len(args) == 1:
            self.tar(names_of(args[0]))
        else:
            raise Fault("invalid", "no such request")

    def activate(self):
        if not self.activated:
            activate()
            self.activated = True

    def volumes(self):
        self.activate()
        for device in devices():
            self.port.answer(fields(device.id, device.type, device.label, device.size))

    def detach(self):
        if self.attached:
            Device.detach(ROOT)
            self.attached = False

    def attach(self, name):
        self.activate()
        device = next((one for one in devices() if one.id == name), None)
        if device is None:
            raise Fault("absent", "no such volume")
        if device.type not in READABLE:
            raise Fault("wrong_kind", "the volume holds no file system that can be read")
        self.detach()
        said = device.attach(ROOT, False)
        if said is not None:
            raise Fault("io", "the file system cannot be attached: " + said)
        self.attached = True

    def list(self, parts, offset, limit):
        folder = open_folder(parts)
        try:
            found, more = [], "all"
            with os.scandir(folder) as entries:
                for entry in entries:
                    if len(found) >= MAX_NAMES:
                        more = "more"
                        break
                    found.append((not entry.is_dir(follow_symlinks=False), os.fsencode(entry.name)))
            found.sort()
            self.port.answer(fields(len(found), more))
            for _, name in found[max(offset, 0):max(offset, 0) + limit]:
                self.port.answer(self.entry(folder, name))
        finally:
            os.close(folder)

    @staticmethod
    def entry(folder, name):
        try:
            about = os.stat(name, dir_fd=folder, follow_symlinks=False)
            kind = kind_of(about.st_mode)
            target = os.readlink(name, dir_fd=folder) if kind == "link" else b""
        except OSError:
            # A damaged entry must not hide the others.
            return fields("other", name, 0, 0, 0, "")
        size = about.st_size if kind == "file" else 0
        return fields(kind, name, max(size, 0), int(about.st_mtime), stat.S_IMODE(about.st_mode), target)

    def read(self, parts, content):
        if not parts:
            raise Fault("wrong_kind", "not a file")
        folder = open_folder(parts[:-1])
        try:
            fd, about = open_file(parts[-1], folder)
        finally:
            os.close(folder)
        try:
            self.port.answer(fields(about.st_size, int(about.st_mtime)))
            if content:
                self.content(fd, about.st_size)
        finally:
            os.close(fd)

    def content(self, fd, size):
        left = size
        while left > 0:
            part = os.read(fd, min(left, MAX_FRAME))
            if not part:
                raise Fault("io", "the file is shorter than its folder says")
            left -= len(part)
            self.port.answer(part)

    def tar(self, parts):
        folder = open_folder(parts)
        self.folder(folder, parts[-1] if parts else b"files", 0)
        self.port.answer(bytes(1024))

    def folder(self, fd, path, depth):
        """Takes over `fd`."""
        try:
            self.port.answer(tar_head(path + b"/", os.fstat(fd), b"5", 0))
            with os.scandir(fd) as entries:
                for entry in entries:
                    self.archive(fd, os.fsencode(entry.name), path, depth)
        finally:
            os.close(fd)

    def archive(self, folder, name, path, depth):
        about = os.stat(name, dir_fd=folder, follow_symlinks=False)
        inner = path + b"/" + name
        if stat.S_ISDIR(about.st_mode):
            if depth >= MAX_DEPTH:
                raise Fault("failed", "the folders are too deep for an archive")
            flags = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW
            self.folder(os.open(name, flags, dir_fd=folder), inner, depth + 1)
        elif stat.S_ISLNK(about.st_mode):
            self.port.answer(tar_head(inner, about, b"2", 0, os.readlink(name, dir_fd=folder)))
        elif stat.S_ISREG(about.st_mode):
            fd, about = open_file(name, folder)
            try:
                self.port.answer(tar_head(inner, about, b"0", about.st_size))
                self.content(fd, about.st_size)
                self.port.answer(bytes(-about.st_size % 512))
            finally:
                os.close(fd)


def tar_head(path, about, kind, size, target=b""):
    """A header as GNU tar writes it: names of any length and of any bytes."""
    long = b"".join(
        tar_block(b"././@LongLink", 0, len(text) + 1, 0, mark) + text + bytes(512 - len(text) % 512)
        for mark, text in ((b"K", target), (b"L", path))
        if len(text) > 100
    )
    return long + tar_block(path, stat.S_IMODE(about.st_mode), size, int(about.st_mtime), kind, target)


def tar_block(path, mode, size, modified, kind, target=b""):
    def octal(number, width):
        return b"%0*o\0" % (width - 1, number)

    length = octal(size, 12) if size < 1 << 33 else b"\x80" + size.to_bytes(11, "big")
    block = bytearray(
        path[:100].ljust(100, b"\0") + octal(mode, 8) + octal(0, 8) + octal(0, 8) + length
        + octal(min(max(modified, 0), (1 << 33) - 1), 12) + b" " * 8 + kind + target[:100].ljust(100, b"\0") + b"ustar  \0"
    ).ljust(512, b"\0")
    block[148:156] = b"%06o\0 " % sum(block)
    return bytes(block)


if __name__ == "__main__":
    sys.setrecursionlimit(5000)
    Agent(Port("/dev/vport0p1")).serve()
