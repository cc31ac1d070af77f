import { open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { inNode } from '../api.ts'
import { must } from '../run.ts'
import { type Lab, labDir } from '../state.ts'

const REPLACED = ['lvcreate', 'lvextend', 'lvrename', 'lvremove', 'lvchange', 'vgchange']
/** What others had on the disk before. */
const LEFTOVER = 'tenant-before\n'

/** `$1` group, `$2` its disk; the stand-in on the standard input. Nothing of LVM may look at other disks of the machine. */
const SETUP = `set -eu
mkdir -p /srv/lvm-upper /srv/lvm-work
mount -t overlay overlay -o lowerdir=/usr/sbin,upperdir=/srv/lvm-upper,workdir=/srv/lvm-work /usr/sbin
cat > /srv/lvm-activation && chmod 755 /srv/lvm-activation
for one in ${REPLACED.join(' ')}; do rm -f "/usr/sbin/$one"; cp /srv/lvm-activation "/usr/sbin/$one"; done
mkdir -p /etc/lvm
cat > /etc/lvm/lvmlocal.conf <<C
devices { use_devicesfile = 0 global_filter = [ "a|^$2$|", "r|.*|" ] }
global { activation = 0 }
activation { udev_sync = 0 udev_rules = 0 monitoring = 0 }
backup { backup = 0 archive = 0 }
C
lvm vgs "$1" >/dev/null 2>&1 || { lvm pvcreate -qq "$2" && lvm vgcreate -qq "$1" "$2"; }
mkdir -p "/dev/$1"
mount -t tmpfs none "/dev/$1"`

const END = `for link in "/dev/$1"/*; do [ -L "$link" ] && losetup --detach "$(readlink "$link")"; done
umount "/dev/$1"; umount -l /usr/sbin; rm -rf /srv/lab-lvm /srv/lvm-upper /srv/lvm-work`

/** A disk as a file of the machine, full of what others have left; any number of nodes may see it. */
export async function labDisk(lab: Lab, name: string, mib: number): Promise<string> {
  const path = join(labDir(lab.name), name)
  const file = await open(path, 'w')
  const step = Buffer.alloc(1 << 20, LEFTOVER)
  for (let n = 0; n < mib; n++) await file.write(step)
  await file.close()
  return path
}

/**
 * A volume group of a node on such a disk: LVM is real but for the activation, which the kernel of the lab cannot do (`activation.py`). It is
 * made by the first node that sees the disk.
 * @returns removes it from the node, and the disk
 */
export async function labGroup(lab: Lab, node: number, group: string, file: string) {
  const disk = (await must(['losetup', '--find', '--show', file])).trim()
  const input = await readFile(new URL('activation.py', import.meta.url), 'utf8')
  const made = await inNode(lab, node, ['sh', '-c', SETUP, 'sh', group, disk], { input })
  if (made.code !== 0) throw new Error(`The volume group ${group} was not made: ${made.stderr}`)
  return async () => {
    await inNode(lab, node, ['sh', '-c', END, 'sh', group])
    await must(['losetup', '--detach', disk])
    await rm(file, { force: true })
    await rm(`/dev/${group}`, { recursive: true, force: true })
  }
}
