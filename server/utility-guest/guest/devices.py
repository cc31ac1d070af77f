"""What the disk consists of, told by the first bytes of each part, and how it is attached."""
import os

OPTIONS = {
    "ext": ("ext4", ""),
    "xfs": ("xfs", ",nouuid"),
    "btrfs": ("btrfs", ""),
    "vfat": ("vfat", ",utf8"),
    "iso9660": ("iso9660", ""),
}
LVM_CONFIG = ("--config", "activation{udev_sync=0 udev_rules=0}")


def spawn(argv, text=None):
    """Runs a program of the guest. Answers its exit code and the end of what it said."""
    reading, writing = os.pipe()
    actions = [(os.POSIX_SPAWN_DUP2, writing, 1), (os.POSIX_SPAWN_DUP2, writing, 2), (os.POSIX_SPAWN_CLOSE, reading)]
    if text is None:
        actions.append((os.POSIX_SPAWN_OPEN, 0, "/dev/null", os.O_RDONLY, 0))
    else:
        with open("/run/input", "wb") as file:
            file.write(text)
        actions.append((os.POSIX_SPAWN_OPEN, 0, "/run/input", os.O_RDONLY, 0))
    pid = os.posix_spawn(argv[0], argv, os.environ, file_actions=actions)
    os.close(writing)
    said = b""
    while part := os.read(reading, 4096):
        said = (said + part)[-4096:]
    os.close(reading)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), said.decode(errors="replace").strip()


def activate():
    if any(device.type == "lvm" for device in devices()):
        spawn(["/sbin/lvm", "vgchange", *LVM_CONFIG, "-ay", "--sysinit"])


class Device:
    def __init__(self, id, node):
        self.id, self.node = id, node
        self.size = int(read("/sys/class/block/%s/size" % os.path.basename(node)) or 0) * 512
        self.type, self.label = kind(node)

    def attach(self, place, writable):
        """Null when it is attached, else why not. Also what is only read has its journal replayed, onto an overlay."""
        mode = "rw" if writable else "ro"
        if self.type == "ntfs":
            code, said = spawn(["/bin/ntfs-3g", "-o", mode + ",nosuid,nodev,noexec,recover,streams_interface=none", self.node, place])
        else:
            name, more = OPTIONS[self.type]
            code, said = spawn(["/bin/busybox", "mount", "-t", name, "-o", mode + ",nosuid,nodev,noexec" + more, self.node, place])
        return None if code == 0 else said[-300:] or "no reason was given"

    @staticmethod
    def detach(place):
        spawn(["/bin/busybox", "umount", place])
        os.sync()


def read(path):
    try:
        with open(path) as file:
            return file.read().strip()
    except OSError:
        return ""


def devices():
    """Partitions, or the disk when it has none; then logical volumes."""
    names = sorted(os.listdir("/sys/class/block"))
    parts = [name for name in names if name.startswith("vda") and os.path.exists("/sys/class/block/%s/partition" % name)]
    parts.sort(key=lambda name: int(read("/sys/class/block/%s/partition" % name)))
    found = [Device(name, "/dev/" + name) for name in parts or ["vda"]]
    for name in names:
        about = "/sys/class/block/%s/dm/" % name
        title, uuid = read(about + "name"), read(about + "uuid")
        # An LVM volume's uuid has two parts of 32 characters; those it is made of have a word behind.
        if uuid.startswith("LVM-") and len(uuid) == 68 and all(c.isalnum() or c in "+_.-" for c in title):
            found.append(Device("lvm/" + title, "/dev/" + name))
    return found[:512]


def kind(node):
    try:
        with open(node, "rb", buffering=0) as file:
            head = file.read(0x11000)
    except OSError:
        return "", b""

    def text(at, length):
        return head[at:at + length].split(b"\0")[0].strip()

    if head[0x438:0x43a] == b"\x53\xef":
        return "ext", text(0x478, 16)
    if head[:4] == b"XFSB":
        return "xfs", text(0x6c, 12)
    if head[0x10040:0x10048] == b"_BHRfS_M":
        return "btrfs", text(0x1012b, 256)
    if head[:6] == b"LUKS\xba\xbe":
        return "luks", b""
    if head[3:11] == b"-FVE-FS-":
        return "bitlocker", b""
    if head[3:11] == b"NTFS    ":
        return "ntfs", b""
    if head[0x218:0x220] == b"LVM2 001":
        return "lvm", b""
    if head[510:512] == b"\x55\xaa" and head[82:87] == b"FAT32":
        return "vfat", text(71, 11)
    if head[510:512] == b"\x55\xaa" and head[54:57] == b"FAT":
        return "vfat", text(43, 11)
    if head[0x8001:0x8006] == b"CD001":
        return "iso9660", text(0x8028, 32)
    if head[4086:4096] in (b"SWAPSPACE2", b"SWAP-SPACE"):
        return "swap", b""
    if head[4096:4100] == b"\xfc\x4e\x2b\xa9":
        return "raid", b""
    return "", b""
