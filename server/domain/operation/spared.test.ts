import { expect, it } from 'vitest'
import { isMember, isSpared } from './spared.ts'

const held = (...types: string[]) => types.map((type) => ({ part: 'sda1', type, label: '', bytes: 1 }))
const disk = (transport: 'sata' | 'usb', ...types: string[]) => ({ id: 'A', transport, holds: held(...types) })

it.each(['linux_raid_member', 'LVM2_member', 'zfs_member', 'ceph_bluestore', 'isw_raid_member', 'ddf_raid_member'])(
  'a disk with a partition that is %s is written only when it is named, unless the panel has installed it',
  (type) => {
    expect(isMember(disk('sata', 'gpt', 'ext4', type))).toBe(true)
    expect(isSpared(disk('sata', 'gpt', 'ext4', type), [])).toBe(true)
    expect(isSpared(disk('sata', type), ['B'])).toBe(true)
    expect(isSpared(disk('sata', type), ['B', 'A'])).toBe(false)
  },
)

it('so is a USB drive, whoever has written it', () => expect(isSpared(disk('usb', 'ext4'), ['A'])).toBe(true))

it.each([[[]], [['gpt', 'vfat', 'ext4']], [['swap', 'crypto_LUKS', 'ntfs']]])('a disk that holds %j is not', (types) =>
  expect(isSpared(disk('sata', ...types), [])).toBe(false),
)

it('nor is one that was not looked at', () => expect(isSpared({ id: 'A', transport: 'nvme' }, [])).toBe(false))
