import { readFile } from 'node:fs/promises'
import { inNode } from '../api.ts'
import type { Lab } from '../state.ts'

const REPLACED = ['lvcreate', 'lvextend', 'lvrename', 'lvremove', 'lvchange', 'vgchange']
/** What somebody else had on the disk before. */
const LEFTOVER = 'tenant-before '

/** `$1` group, `$2` its disk as a file, `$3` size in MiB; the stand-in on the standard input. Nothing of LVM may look at other disks of the machine. */
const SETUP = `set -eu
mkdir -p /srv/lvm-upper /srv/lvm-work "/dev/$1"
mount -t tmpfs none "/dev/$1"
mount -t overlay overlay -o lowerdir=/usr/sbin,upperdir=/srv/lvm-upper,workdir=/srv/lvm-work /usr/sbin
cat > /srv/lvm-activation && chmod 755 /srv/lvm-activation
for one in ${REPLACED.join(' ')}; do rm -f "/usr/sbin/$one"; cp /srv/lvm-activation "/usr/sbin/$one"; done
[ -e "$2" ] || yes '${LEFTOVER}' | head -c "$(($3 << 20))" > "$2"
disk=$(losetup --find --show "$2")
mkdir -p /etc/lvm
cat > /etc/lvm/lvmlocal.conf <<C
devices { use_devicesfile = 0 global_filter = [ "a|^$disk\\$|", "r|.*|" ] }
global { activation = 0 }
activation { udev_sync = 0 udev_rules = 0 monitoring = 0 }
backup { backup = 0 archive = 0 }
C
lvm vgs "$1" >/dev/null 2>&1 || { lvm pvcreate -qq "$disk" && lvm vgcreate -qq "$1" "$disk"; }
echo "$disk"`

const END = `for link in "/dev/$1"/*; do [ -L "$link" ] && losetup --detach "$(readlink "$link")"; done
losetup --detach "$2"
umount "/dev/$1"; rmdir "/dev/$1"; umount -l /usr/sbin; rm -f "$3"; rm -rf /srv/lab-lvm`

/**
 * A volume group of a node, on a file: LVM is real but for the activation, which the kernel of the lab cannot do (`activation.py`).
 * @param disk path of the file on the node; it may be there already, as a disk that another node sees as well
 * @returns removes it
 */
export async function labGroup(lab: Lab, node: number, group: string, disk: string, mib = 1024) {
  const input = await readFile(new URL('activation.py', import.meta.url), 'utf8')
  const made = await inNode(lab, node, ['sh', '-c', SETUP, 'sh', group, disk, String(mib)], { input })
  if (made.code !== 0) throw new Error(`The volume group ${group} was not made: ${made.stderr}`)
  const loop = made.stdout.trim()
  return () => inNode(lab, node, ['sh', '-c', END, 'sh', group, loop, disk])
}
