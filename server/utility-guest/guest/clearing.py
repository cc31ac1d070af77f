"""Removing what tells one installation from another. Nothing of the disk is run; links are followed inside of it only, by hand."""
import fcntl
import os
import stat

from devices import Device

ROOT = b"/mnt"
MAX_FOUND, MAX_DEPTH, MAX_LEFT = 20_000, 200, 200
READABLE = ("ext", "xfs", "btrfs", "vfat")
REMOVE, EMPTY, CONTENT, LOGS = "remove", "empty", "content", "logs"
# One `*` a name. CONTENT: what a folder has; LOGS: old logs go, those that are written to become empty.
SYSTEM = (
    ("host_key", b"etc/ssh/ssh_host_*", REMOVE),
    ("host_key", b"etc/dropbear/dropbear_*_host_key", REMOVE),
    ("machine_id", b"etc/machine-id", EMPTY),
    ("machine_id", b"var/lib/dbus/machine-id", REMOVE),
    ("cloud_init", b"var/lib/cloud", CONTENT),
    ("log", b"var/log", LOGS),
    ("random_seed", b"var/lib/systemd/random-seed", REMOVE),
    ("random_seed", b"var/lib/systemd/credential.secret", REMOVE),
    ("random_seed", b"var/lib/urandom/random-seed", REMOVE),
    ("random_seed", b"var/lib/random-seed", REMOVE),
    ("random_seed", b"boot/loader/random-seed", REMOVE),
    ("random_seed", b"boot/efi/loader/random-seed", REMOVE),
    ("net_rule", b"etc/udev/rules.d/*persistent-net.rules", REMOVE),
    ("net_rule", b"var/lib/dhcp", CONTENT),
    ("net_rule", b"var/lib/NetworkManager", CONTENT),
    ("ssh_key", b"etc/ssh/authorized_keys*", REMOVE),
    ("ssh_key", b"etc/dropbear/authorized_keys", REMOVE),
    ("temporary", b"tmp", CONTENT),
    ("temporary", b"var/tmp", CONTENT),
)
HOME = (
    ("history", b".*history", REMOVE),
    ("history", b".*_hist", REMOVE),
    ("history", b".lesshst", REMOVE),
    ("history", b".viminfo", REMOVE),
    ("history", b".wget-hsts", REMOVE),
    ("ssh_key", b".ssh/authorized_keys*", REMOVE),
    ("ssh_key", b".ssh/id_*", REMOVE),
    ("ssh_key", b".ssh/known_hosts*", REMOVE),
)
# Of a volume that is only a part of a system.
BOOT = (("random_seed", b"loader/random-seed", REMOVE), ("random_seed", b"efi/loader/random-seed", REMOVE))
OLD = (b".gz", b".xz", b".bz2", b".zst", b".old", b".journal", b".journal~")


def clear(found):
    """Clears what is on the devices, and looks again with all of it attached anew. Answers fields of four."""
    rows, removed, left, cleared = [], {}, [], []
    for device in found:
        state = clear_device(device, removed)
        rows += [b"volume", device.id.encode(), device.type.encode(), state.encode()]
        if state == "cleared":
            cleared.append(device)
    for device in cleared:
        look_again(device, left)
    for kind, count in removed.items():
        rows += [b"removed", kind.encode(), str(count).encode(), b""]
    for kind, path in left[:MAX_LEFT]:
        rows += [b"left", kind.encode(), path[:400], b""]
    return b"".join(row.replace(b"\0", b"") + b"\0" for row in rows)


def clear_device(device, removed):
    if device.type in ("luks", "bitlocker"):
        return "encrypted"
    if device.type == "ntfs":
        return "other_system"
    if device.type not in READABLE:
        return "no_files"
    if device.attach(ROOT, True) is not None:
        return "unreadable"
    try:
        for system in systems(device):
            for kind, _, count in matches(system, True):
                removed[kind] = removed.get(kind, 0) + count
        trim()
    except OSError:
        return "unreadable"
    finally:
        Device.detach(ROOT)
    return "cleared"


def look_again(device, left):
    with open("/proc/sys/vm/drop_caches", "w") as file:
        file.write("3")
    if device.attach(ROOT, False) is not None:
        return left.append(("log", b"the file system cannot be attached any more"))
    try:
        for system in systems(device):
            left += [(kind, b"/".join(path)) for kind, path, _ in matches(system, False)]
    finally:
        Device.detach(ROOT)


def trim():
    """Gives back free blocks, so that what was removed is in the disk's file no more (FITRIM). Not all disks can."""
    fd = os.open(ROOT, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.sync()
        fcntl.ioctl(fd, 0xC0185879, bytes(8) + b"\xff" * 8 + bytes(8))
    except OSError:
        pass
    finally:
        os.close(fd)


def systems(device):
    """Folders in which an installation, or a part of one, begins: subvolumes of btrfs are folders at its top."""
    roots = [()]
    if device.type == "btrfs":
        roots += [(name,) for name in names((), ()) if name.startswith(b"@") or name in (b"root", b"home", b"var")]
    return [System(root) for root in roots]


class System:
    def __init__(self, root):
        self.root = root
        inside = set(names(root, ()))
        if b"etc" in inside:
            self.rules = [*SYSTEM, *((kind, home + b"/" + rule, how) for home in self.homes() for kind, rule, how in HOME)]
        elif b"log" in inside and b"lib" in inside:
            self.rules = [(kind, rule[4:], how) for kind, rule, how in SYSTEM if rule.startswith(b"var/")]
        else:
            # A volume of homes has them at its top.
            self.rules = [*BOOT, *((kind, b"*/" + rule, how) for kind, rule, how in HOME), *HOME]

    def homes(self):
        found = {b"root", b"home/*"}
        try:
            folder, name = resolve(self.root, (b"etc",)), b"passwd"
            with opened(self.root, folder) as fd, Opened(os.open(name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK, dir_fd=fd)) as file:
                if stat.S_ISREG(os.fstat(file).st_mode):
                    lines = os.read(file, 1 << 20).split(b"\n")
                    found |= {line.split(b":")[5].strip(b"/") for line in lines[:10_000] if line.count(b":") >= 6}
        except (OSError, TypeError):
            pass
        # Homes such as `/` and `/usr/sbin` have no history; a name that would be a pattern is none.
        return sorted(home for home in found if home and (b"*" not in home or home == b"home/*"))


class Opened:
    def __init__(self, fd):
        self.fd = fd

    def __enter__(self):
        return self.fd

    def __exit__(self, *_):
        os.close(self.fd)


def opened(root, parts):
    fd = os.open(ROOT, os.O_RDONLY | os.O_DIRECTORY)
    for part in (*root, *parts):
        try:
            inner = os.open(part, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW, dir_fd=fd)
        finally:
            os.close(fd)
        fd = inner
    return Opened(fd)


def names(root, parts):
    try:
        with opened(root, parts) as fd:
            return sorted(os.fsencode(name) for name in os.listdir(fd))[:MAX_FOUND]
    except OSError:
        return []


def resolve(root, parts):
    """The real folder that a path leads to inside of the system; None when it leads nowhere."""
    real, waiting, links = [], list(parts), 0
    while waiting:
        part = waiting.pop(0)
        if part in (b"", b"."):
            continue
        if part == b"..":
            real = real[:-1]
            continue
        try:
            with opened(root, real) as fd:
                mode = os.stat(part, dir_fd=fd, follow_symlinks=False).st_mode
                target = os.readlink(part, dir_fd=fd) if stat.S_ISLNK(mode) else None
        except OSError:
            return None
        if target is not None:
            links += 1
            if links > 32 or len(waiting) > MAX_DEPTH:
                return None
            real = [] if target.startswith(b"/") else real
            waiting = target.split(b"/") + waiting
        elif stat.S_ISDIR(mode) and len(real) < MAX_DEPTH:
            real.append(part)
        else:
            return None
    return tuple(real)


def fits(pattern, name):
    if b"*" not in pattern:
        return pattern == name
    first, last = pattern.split(b"*", 1)
    return len(name) >= len(first) + len(last) and name.startswith(first) and name.endswith(last)


def expand(root, pattern):
    """Real folders and names in them that a pattern stands for."""
    *folders, last = pattern.split(b"/")
    places = [()]
    for part in folders:
        inner = [(place, name) for place in places for name in ([part] if b"*" not in part else names(root, place)) if fits(part, name)]
        places = [real for real in (resolve(root, (*place, name)) for place, name in inner[:MAX_FOUND]) if real is not None]
    return {(place, name) for place in places for name in names(root, place) if fits(last, name)}


def matches(system, change):
    """What the rules find: kind, path and number of files. With `change` it is gone afterwards."""
    for kind, pattern, how in system.rules:
        for place, name in sorted(expand(system.root, pattern)):
            if how in (CONTENT, LOGS):
                folder = resolve(system.root, (*place, name))
                if folder is None:
                    continue
                for inner in names(system.root, folder):
                    with opened(system.root, folder) as fd:
                        count = (logs if how == LOGS else remove)(fd, inner, change, 0)
                    if count:
                        yield kind, (*folder, inner), count
                continue
            with opened(system.root, place) as fd:
                count = (empty if how == EMPTY else remove)(fd, name, change, 0)
            if count:
                yield kind, (*place, name), count


def unlock(fd, name):
    """Takes away `chattr +i` and `+a`, which hold even root off (FS_IOC_SETFLAGS)."""
    try:
        with Opened(os.open(name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK, dir_fd=fd)) as file:
            fcntl.ioctl(file, 0x40086602, bytes(8))
    except OSError:
        pass


def twice(fd, name, work):
    """Answers whether it was done; what stays is found by the second look."""
    for _ in range(2):
        try:
            work()
            return True
        except FileNotFoundError:
            return False
        except OSError:
            unlock(fd, name)
    return False


def remove(fd, name, change, depth):
    try:
        mode = os.stat(name, dir_fd=fd, follow_symlinks=False).st_mode
    except OSError:
        return 0
    if not stat.S_ISDIR(mode):
        return 1 if not change or twice(fd, name, lambda: os.unlink(name, dir_fd=fd)) else 0
    count = 0
    if depth < MAX_DEPTH:
        with Opened(os.open(name, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW, dir_fd=fd)) as inner:
            count = sum(remove(inner, os.fsencode(entry), change, depth + 1) for entry in os.listdir(inner))
    if change:
        twice(fd, name, lambda: os.rmdir(name, dir_fd=fd))
    return max(count, 1)


def empty(fd, name, change, _depth):
    """Of a plain file with content. What systemd writes into a machine id that is not set yet is none."""
    try:
        about = os.stat(name, dir_fd=fd, follow_symlinks=False)
        if not stat.S_ISREG(about.st_mode) or about.st_size == 0:
            return 0
        with Opened(os.open(name, os.O_RDONLY | os.O_NOFOLLOW, dir_fd=fd)) as file:
            if os.read(file, 32).strip() == b"uninitialized":
                return 0
    except OSError:
        return 0

    def cut():
        with Opened(os.open(name, os.O_WRONLY | os.O_NOFOLLOW | os.O_TRUNC, dir_fd=fd)):
            pass

    return 1 if not change or twice(fd, name, cut) else 0


def logs(fd, name, change, depth):
    try:
        mode = os.stat(name, dir_fd=fd, follow_symlinks=False).st_mode
    except OSError:
        return 0
    if stat.S_ISREG(mode):
        old = name.endswith(OLD) or name.rpartition(b".")[2].isdigit() or b".20" in name
        return (remove if old else empty)(fd, name, change, depth)
    if not stat.S_ISDIR(mode) or depth >= MAX_DEPTH:
        return 0
    with Opened(os.open(name, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW, dir_fd=fd)) as inner:
        return sum(logs(inner, os.fsencode(entry), change, depth + 1) for entry in os.listdir(inner))
