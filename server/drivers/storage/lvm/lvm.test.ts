import { describe, expect, it } from 'vitest'
import { soon } from '../../../shared/testing/soon.ts'
import { keepApart } from '../exclusive.ts'
import { programs } from '../programs-fixture.ts'
import { lvmStorage } from './driver.ts'
import { namesOf } from './names.ts'
import { networkLvmStorage } from './network.ts'
import { lvmVolume } from './volume.ts'

const identity = '0b0f6b62-6d3c-4ad2-9d0e-3a3b1c7f0001'
const extent = 4 << 20
const machine = '0123456789abcdef0123456789abcdef'

/** A node as LVM would answer of the group `vg0`. */
function node({
  tags = '',
  attr = 'wz--n-',
  missing = 0,
  atStart = 'enabled',
  volumes = [] as { lv_name: string; lv_size: string; lv_tags?: string }[],
} = {}) {
  const group = {
    vg_size: `${100 * extent}`,
    vg_free: `${75 * extent}`,
    vg_extent_size: `${extent}`,
    vg_missing_pv_count: `${missing}`,
    vg_attr: attr,
    vg_tags: tags,
  }
  return programs((line) => {
    if (line.includes('vg_autoactivation'))
      return JSON.stringify({ report: [{ vg: [{ vg_autoactivation: atStart }] }], log: [] })
    if (line.startsWith('vgs')) return JSON.stringify({ report: [{ vg: [group] }], log: [] })
    if (line.startsWith('lvs'))
      return JSON.stringify({ report: [{ lv: volumes.map((one) => ({ lv_tags: '', ...one })) }] })
    return line === 'cat /etc/machine-id' ? `${machine}\n` : ''
  })
}
const storage = (ssh: ReturnType<typeof node>['ssh']) => lvmStorage(ssh, { kind: 'lvm', identity, group: 'vg0' })

it('marks a group as its own once, and refuses one of another storage', async () => {
  const fresh = node()
  await storage(fresh.ssh).connect(soon())
  expect(fresh.lines.slice(1)).toEqual([
    `vgchange --addtag datahall.storage=${identity} -- vg0`,
    'vgchange --activate y -- vg0',
  ])
  const own = node({ tags: `backup,datahall.storage=${identity}` })
  await storage(own.ssh).connect(soon())
  expect(own.lines.slice(1)).toEqual(['vgchange --activate y -- vg0'])
  await expect(storage(node({ tags: 'datahall.storage=other' }).ssh).connect(soon())).rejects.toThrow(/another storage/)
})

it('reads its size, a disk that is missing, and that it is read-only', async () => {
  const tags = `datahall.storage=${identity}`
  expect(await storage(node({ tags }).ssh).check(soon())).toEqual({ total_mib: 400, used_mib: 100, lost: null })
  expect((await storage(node({ tags, missing: 1 }).ssh).check(soon())).lost).not.toBeNull()
  await expect(storage(node({ tags, attr: 'rz--n-' }).ssh).check(soon())).rejects.toThrow(/read-only/)
  await expect(storage(node().ssh).check(soon())).rejects.toThrow(/does not carry its tag/)
})

it('lists volumes, with names that are fit to be shown', async () => {
  const volumes = [
    { lv_name: 'one', lv_size: `${extent}` },
    { lv_name: 'a\u0007b', lv_size: '1' },
  ]
  expect(await storage(node({ volumes }).ssh).volumes(soon())).toEqual([
    { name: 'one', size_mib: 4 },
    { name: expect.not.stringContaining('\u0007'), size_mib: 1 },
  ])
})

it.each(['', 'no json', '{"report":[{"lv":[{"lv_name":"x","lv_size":"-1","lv_tags":""}]}]}', '{"report":7}'])(
  'does not believe a report such as %j',
  async (text) => {
    const { ssh } = programs(() => text)
    await expect(storage(ssh).volumes(soon())).rejects.toMatchObject({ code: 'device_rejected' })
  },
)

it('takes a volume of another size for another one', async () => {
  const { ssh } = node({ volumes: [{ lv_name: 'one', lv_size: `${8 * extent}` }] })
  // 29 to 32 MiB are the same 8 extents.
  await storage(ssh).createVolume('one', 30, soon())
  await expect(storage(ssh).createVolume('one', 16, soon())).rejects.toThrow(/already at/)
})

it.each(['/dev/vg0', '/dev/-vg/x', '/dev/vg0/-x', '/dev/vg0/.x', '/dev/vg0/a/b', '/vm/x', '/dev/vg0/a b'])(
  'refuses %s as the path of a volume',
  (path) => expect(() => namesOf(path)).toThrow(),
)

describe('a group that several nodes see', () => {
  const tags = `datahall.storage=${identity},datahall.shared`
  const shared = (ssh: ReturnType<typeof node>['ssh']) =>
    networkLvmStorage(ssh, { kind: 'network_lvm', identity, group: 'vg0' })
  const volume = (lv_tags: string) => ({ tags, volumes: [{ lv_name: 'one', lv_size: `${4 * extent}`, lv_tags }] })
  const mine = `datahall.node=${machine}`
  const changes = (lines: readonly string[]) =>
    lines.filter((line) => /^(vg|lv)(change|remove|extend|rename)/.test(line))

  it('is left alone by nodes that start', async () => {
    const { ssh, lines } = node()
    await shared(ssh).connect(soon())
    expect(changes(lines)).toEqual([
      `vgchange --addtag datahall.storage=${identity} --addtag datahall.shared -- vg0`,
      'vgchange --setautoactivation n -- vg0',
    ])
    // LVM fails when it is asked for what is so already.
    const known = node({ tags, atStart: '' })
    await shared(known.ssh).connect(soon())
    expect(changes(known.lines)).toEqual([])
  })

  it('has a volume active on the one node that it names', async () => {
    const free = node(volume(''))
    await shared(free.ssh).hold?.('one', soon())
    expect(changes(free.lines)).toEqual([`lvchange --addtag ${mine} -- vg0/one`, 'lvchange --activate y -- vg0/one'])
    const own = node(volume(mine))
    await shared(own.ssh).letGo?.('one', soon())
    expect(changes(own.lines)).toEqual(['lvchange --activate n -- vg0/one', `lvchange --deltag ${mine} -- vg0/one`])
  })

  it('refuses all that would use or change the volume of another node', async () => {
    const { ssh, lines } = node(volume('datahall.node=ffffffffffffffffffffffffffffffff'))
    const of = lvmVolume(ssh, '/dev/vg0/one')
    const elsewhere = { message: expect.stringMatching(/Another node has the volume one/) }
    await expect(of.hold(soon())).rejects.toMatchObject(elsewhere)
    await expect(of.ready?.(soon())).rejects.toMatchObject(elsewhere)
    await expect(of.grow(100, soon())).rejects.toMatchObject(elsewhere)
    await expect(of.rename('/dev/vg0/two', soon())).rejects.toMatchObject(elsewhere)
    await expect(of.remove(soon())).rejects.toMatchObject(elsewhere)
    await of.letGo(soon())
    expect(changes(lines)).toEqual([])
  })

  it('does not start a guest on a volume that no node has', async () => {
    const { ssh, lines } = node(volume(''))
    await expect(lvmVolume(ssh, '/dev/vg0/one').ready?.(soon())).rejects.toThrow(/No node has the volume/)
    expect(changes(lines)).toEqual([])
  })

  it('is changed by one node after another', async () => {
    const { ssh } = node(volume(mine))
    const keys: string[] = []
    keepApart(ssh, async (key, work) => {
      keys.push(key)
      return work()
    })
    await lvmVolume(ssh, '/dev/vg0/one').rename('/dev/vg0/two', soon())
    await lvmVolume(ssh, '/dev/vg0/one').remove(soon())
    expect(keys).toEqual(['lvm:vg0', 'lvm:vg0'])
  })
})
