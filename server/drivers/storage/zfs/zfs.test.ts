import { expect, it } from 'vitest'
import { soon } from '../../../shared/testing/soon.ts'
import { type Answer, programs } from '../programs-fixture.ts'
import { zfsStorage } from './driver.ts'
import { datasetOf, zfsVolume } from './volume.ts'

const identity = '0b0f6b62-6d3c-4ad2-9d0e-3a3b1c7f0001'
const absent = (name: string): Answer => ({
  code: 1,
  stderr: `cannot open '${name}': dataset does not exist\n`,
})

/** A node as ZFS would answer, with what is told of the dataset `tank/vm`. */
function node(owner = '-', volumes: Record<string, number> = {}, health = 'ONLINE') {
  return programs((line) => {
    const words = line.split(' ')
    const name = words.at(-1) ?? ''
    if (line.startsWith('zfs get') && name === 'tank/vm')
      return `datahall:storage\t${owner}\nused\t${3 << 20}\navailable\t${9 << 20}\nreadonly\toff\n`
    if (line.startsWith('zfs get')) return name in volumes ? `volsize\t${volumes[name]}\n` : absent(name)
    if (line.startsWith('zpool list')) return `${health}\n`
    if (line.startsWith('zfs list')) return 'tank/vm/one\t16777216\ntank/vm/two\t1\n'
    return ''
  })
}
const storage = (ssh: ReturnType<typeof node>['ssh']) => zfsStorage(ssh, { kind: 'zfs', identity, pool: 'tank/vm' })

it('marks a dataset as its own once, and refuses one of another storage', async () => {
  const fresh = node()
  await storage(fresh.ssh).connect(soon())
  expect(fresh.lines).toEqual([
    'zfs get -H -p -o property,value datahall:storage,used,available,readonly -- tank/vm',
    `zfs set datahall:storage=${identity} -- tank/vm`,
  ])
  const own = node(identity)
  await storage(own.ssh).connect(soon())
  expect(own.lines).toHaveLength(1)
  await expect(storage(node('other').ssh).connect(soon())).rejects.toThrow(/belongs to another storage/)
})

it('reads size, and that the pool has lost redundancy', async () => {
  expect(await storage(node(identity).ssh).check(soon())).toEqual({ total_mib: 12, used_mib: 3, lost: null })
  const { ssh, lines } = node(identity, {}, 'DEGRADED')
  expect((await storage(ssh).check(soon())).lost).not.toBeNull()
  expect(lines.at(-1)).toBe('zpool list -H -o health -- tank')
  for (const health of ['SUSPENDED', 'FAULTED', 'UNAVAIL'])
    await expect(storage(node(identity, {}, health).ssh).check(soon())).rejects.toThrow(`the pool is ${health}`)
  await expect(storage(node().ssh).check(soon())).rejects.toThrow(/is not this storage/)
})

it('lists the volumes right below its dataset', async () => {
  const { ssh, lines } = node(identity)
  expect(await storage(ssh).volumes(soon())).toEqual([
    { name: 'one', size_mib: 16 },
    { name: 'two', size_mib: 1 },
  ])
  expect(lines).toEqual(['zfs list -H -p -t volume -d 1 -o name,used -- tank/vm'])
})

it('makes a volume under another name until it is whole', async () => {
  const { ssh, lines } = node(identity)
  await storage(ssh).createVolume('one', 16, soon())
  expect(lines.filter((line) => !line.startsWith('zfs get'))).toEqual([
    'zfs create -s -V 16M -- tank/vm/one.new',
    'udevadm settle --timeout=20 --exit-if-exists=/dev/zvol/tank/vm/one.new',
    'zfs rename -- tank/vm/one.new tank/vm/one',
    'udevadm settle --timeout=20 --exit-if-exists=/dev/zvol/tank/vm/one',
  ])
})

it('grows a volume, never shrinks one, and removes it', async () => {
  const { ssh, lines } = node(identity, { 'tank/vm/one': 16 << 20 })
  const volume = zfsVolume(ssh, '/dev/zvol/tank/vm/one')
  await volume.grow(24, soon())
  await volume.grow(8, soon())
  await volume.remove(soon())
  expect(lines.filter((line) => !line.startsWith('zfs get'))).toEqual([
    'zfs set volsize=24M -- tank/vm/one',
    'zfs destroy -- tank/vm/one',
  ])
})

it('gives the words of ZFS when it fails', async () => {
  const { ssh } = programs((line) =>
    line.startsWith('zfs get') ? absent('tank/vm/one') : { code: 1, stderr: 'out of space' },
  )
  await expect(zfsVolume(ssh, '/dev/zvol/tank/vm/one').create(16, soon())).rejects.toThrow(/out of space/)
})

it.each([
  '/dev/zvol/tank',
  '/dev/zvol/-o/x',
  '/dev/zvol/tank//x',
  '/dev/zvol/tank/-x',
  '/dev/vg/x',
  '/dev/zvol/tank/../x',
])('refuses %s as the path of a volume', (path) => expect(() => datasetOf(path)).toThrow())
