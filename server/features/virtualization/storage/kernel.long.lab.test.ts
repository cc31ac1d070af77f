import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  inUbuntu,
  type LabUbuntu,
  ubuntuDisks,
  ubuntuOff,
  ubuntuOn,
  ubuntusUp,
  untilSignedIn,
} from '../../../../e2e/lab/ubuntu.ts'
import { storageContract } from '../../../drivers/storage/contract.ts'
import { lvmContract } from '../../../drivers/storage/lvm/contract.ts'
import { networkLvmContract } from '../../../drivers/storage/lvm/network-contract.ts'
import { soon } from '../../../shared/testing/soon.ts'
import { hostLab } from '../host/lab-fixture.ts'
import { openStorage, other, own } from './open-fixture.ts'

// What the kernel of the lab's nodes has not: pools of ZFS, NFS, device-mapper, and one disk for two machines.
const { lab, close } = await hostLab()
const [one, two] = (await ubuntusUp(lab, 2)) as [LabUbuntu, LabUbuntu]
const nodes = { one, two }
afterAll(async () => {
  await close()
  for (const node of [one, two]) await ubuntuOff(lab, node)
})

/** What a command prints. @throws Error with what it says of its failure */
async function on(node: LabUbuntu, script: string): Promise<string> {
  const { code, stdout, stderr } = await inUbuntu(lab, node, script)
  if (code !== 0) throw new Error(`${script}: ${stderr}`)
  return stdout
}

describe('ZFS', () => {
  const [first, second] = ['/srv/first', '/srv/second']
  const open = (identity: string = own) => openStorage(one, { kind: 'zfs', identity, pool: 'tank/vm' })
  beforeAll(() =>
    on(one, `truncate -s 1G ${first} ${second}; zpool create tank mirror ${first} ${second}; zfs create tank/vm`),
  )

  storageContract('a dataset of a real pool', {
    open: () => open(),
    openOther: () => open(other),
    source: /^\/dev\/zvol\/tank\/vm\/one\.qcow2$/,
  })

  it('keeps what a volume holds while it grows, and what is new reads as zeros', async () => {
    const storage = await open()
    await storage.createVolume('kept', 16, soon())
    const { path } = storage.source('kept')
    await on(one, `yes mine | head -c 16777216 | dd of=${path} bs=1M conv=notrunc,fsync status=none`)
    expect(await storage.growVolume('kept', 32, soon())).toBe(32)
    expect((await on(one, `blockdev --getsize64 ${path}`)).trim()).toBe(String(32 << 20))
    expect((await on(one, `tr -d '\\0' < ${path} | wc -c`)).trim()).toBe(String(16 << 20))
  })

  it('does not remove a volume that something has open', async () => {
    const storage = await open()
    await on(one, `sleep 300 < ${storage.source('kept').path} > /dev/null 2>&1 & echo $! > /run/held`)
    await expect(storage.removeVolume('kept', soon())).rejects.toThrow(/busy/)
    await on(one, 'kill $(cat /run/held)')
    await storage.removeVolume('kept', soon())
  })

  it('is refused where there is no such pool', async () => {
    const away = await openStorage(one, { kind: 'zfs', identity: own, pool: 'nowhere' })
    await expect(away.connect(soon())).rejects.toThrow(/no ZFS pool or dataset nowhere/)
  })

  it('says that the pool has lost a disk, and that it is away', async () => {
    const storage = await open()
    await on(one, `zpool offline tank ${second}`)
    expect((await storage.check(soon())).lost).not.toBeNull()
    await on(one, `zpool online tank ${second}`)
    await on(one, 'zpool export tank')
    await expect(storage.check(soon())).rejects.toThrow(/no ZFS pool or dataset/)
    await on(one, 'zpool import -d /srv tank')
    await storage.check(soon())
  })
})

describe('NFS', () => {
  const open = (identity: string = own, path = '/srv/export') =>
    openStorage(two, { kind: 'nas', identity, folder: '/nas/contract', address: one.address, path })
  beforeAll(() =>
    on(
      one,
      `mkdir -p /srv/export; echo '/srv/export *(rw,no_root_squash,no_subtree_check)' > /etc/exports; exportfs -ra`,
    ),
  )

  storageContract('an export of a real server', {
    open: () => open(),
    openOther: () => open(other),
    source: /^\/nas\/contract\/one\.qcow2$/,
  })

  it('is mounted hard, by version 4.1, and comes back with the node', async () => {
    const storage = await open()
    await storage.connect(soon())
    expect(await on(two, 'grep /nas/contract /proc/self/mounts')).toMatch(
      / nfs4 .*\bhard\b.*\bvers=4\.[12]|vers=4\.[12].*\bhard\b/,
    )
    await storage.createVolume('kept.qcow2', 16, soon())
    await restart([two])
    expect(await on(two, 'ls /nas/contract')).toContain('kept.qcow2')
    await (await open()).check(soon())
  })

  it('is told to be away by a node that waits for its server, and is well when that is there again', async () => {
    const storage = await open()
    await on(one, 'systemctl stop nfs-server')
    await expect(storage.check(soon())).rejects.toThrow(/does not answer/)
    await on(one, 'systemctl start nfs-server')
    await expect.poll(async () => (await storage.check(soon())).lost, { interval: 2000 }).toBeNull()
    await storage.removeVolume('kept.qcow2', soon())
    await storage.disconnect(soon())
    expect(await on(two, 'cat /proc/self/mounts /etc/fstab')).not.toContain('/nas/contract')
  })

  it('is not mounted where there is no such export, in the words of mount', async () => {
    const away = await open(own, '/srv/nothing')
    await expect(away.connect(soon())).rejects.toThrow(/cannot mount .*\/srv\/nothing/)
    expect(await on(two, 'cat /etc/fstab')).not.toContain('/nas/contract')
  })
})

describe('LVM', () => {
  const [, disk] = ubuntuDisks.own
  const open = (group = 'data', identity: string = own) => openStorage(one, { kind: 'lvm', identity, group })
  beforeAll(() =>
    on(one, `yes tenant-before | head -c 512M > ${disk}; sync; pvcreate -q ${disk}; vgcreate -q data ${disk}`),
  )

  storageContract('a volume group', {
    open: () => open(),
    openOther: () => open('data', other),
    source: /^\/dev\/data\/one\.qcow2$/,
  })
  lvmContract('a volume group', {
    group: 'data',
    open,
    on: (script) => on(one, script),
    former: () => on(one, `tail -c +100000000 ${disk} | head -c 4096`),
  })
})

describe('LVM on a disk of two machines', () => {
  const group = 'san'
  const open = (node: keyof typeof nodes, isOther = false) =>
    openStorage(nodes[node], { kind: 'network_lvm', identity: isOther ? other : own, group })
  beforeAll(() => on(one, `pvcreate -q ${ubuntuDisks.shared}; vgcreate -q ${group} ${ubuntuDisks.shared}`))

  storageContract('a volume group that two machines see', {
    open: () => open('one'),
    openOther: () => open('two', true),
    source: /^\/dev\/san\/one\.qcow2$/,
  })
  networkLvmContract('a volume group that two machines see', {
    group,
    open,
    on: (node, script) => on(nodes[node], script),
    restart: () => restart([one, two]),
  })
})

/** As a power cut does. */
async function restart(which: readonly LabUbuntu[]): Promise<void> {
  for (const node of which) {
    await on(node, 'sync')
    await ubuntuOff(lab, node)
    await ubuntuOn(lab, node)
  }
  await Promise.all(which.map((node) => untilSignedIn(lab, node)))
}
