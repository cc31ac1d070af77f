"""Growing the last partition and its file system into the room behind it."""
import os

from devices import Device, devices, read, spawn

ROOT = b"/mnt"


def grow():
    """Fields of what was grown; nothing when there is no room, or nothing that can grow."""
    found = [device for device in devices() if device.node.startswith("/dev/vda")]
    device = max(found, key=lambda one: int(read("/sys/class/block/%s/start" % one.id) or 0))
    before = device.size
    number = read("/sys/class/block/%s/partition" % device.id)
    if number:
        code, said = spawn(["/sbin/sfdisk", "--no-tell-kernel", "-N", number, "/dev/vda"], b", +\n")
        if code != 0:
            raise ValueError("the partition did not grow: " + said[-300:])
        spawn(["/bin/busybox", "blockdev", "--rereadpt", "/dev/vda"])
        os.sync()
        device = Device(device.id, device.node)
    said = grow_file_system(device)
    if said is not None:
        raise ValueError(said)
    if device.size == before and number:
        return b""
    return b"%s\0%s\0%d\0" % (device.id.encode(), device.type.encode(), device.size)


def grow_file_system(device):
    if device.type == "ext":
        # 1: errors were corrected.
        code, said = spawn(["/sbin/e2fsck", "-f", "-p", device.node])
        if code > 1:
            return "the file system has faults: " + said[-300:]
        code, said = spawn(["/sbin/resize2fs", device.node])
        return None if code == 0 else said[-300:]
    if device.type in ("xfs", "btrfs"):
        said = device.attach(ROOT, True)
        if said is not None:
            return said
        programs = {"xfs": ["/sbin/xfs_growfs", ROOT], "btrfs": ["/bin/btrfs", "filesystem", "resize", "max", ROOT]}
        code, said = spawn(programs[device.type])
        Device.detach(ROOT)
        return None if code == 0 else said[-300:]
    return "there is no file system that can grow at the end of the disk"
