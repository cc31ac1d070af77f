import { writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { inNode, nodeDown, nodePath, nodeUp } from '../../../../../e2e/lab/api.ts'
import { virsh } from '../../../../../e2e/lab/guest.ts'
import { soon } from '../../../../shared/testing/soon.ts'
import type { PacketFilter } from '../../packet-types.ts'
import { guarded, guardedVm, queues, rules, setRules, silent, tap } from './lab-packets.ts'
import * as vm from './lab-vm.ts'

// What rules and limits of a VM outlive; packets.lab.test.ts has what they let pass.
const { inGuest, lab, name } = vm
const at = guardedVm()
const set = (filter: PacketFilter | null, limits = {}) => setRules(at.node, filter, limits)
const LIMITS = { net_in_mbitps: 8, net_out_mbitps: 4 }

test('a reboot of the guest and a restart of libvirt keep rules and limits', { timeout: 240_000 }, async () => {
  await set(guarded, LIMITS)
  await inGuest('reboot')
  await expect
    .poll(() => inGuest('cut -d. -f1 /proc/uptime').then(Number, () => 1e6), { timeout: 180_000 })
    .toBeLessThan(60)
  expect(await silent(8001)).toBe(true)
  expect(await queues()).toContain('da11:')
  at.node.close()
  await nodeDown(lab, 1, 'libvirtd')
  await nodeUp(lab, 1, 'libvirtd')
  at.node = await vm.connect()
  expect(await at.node.domain(name, soon())).toMatchObject({ state: 'running' })
  expect(await silent(8001)).toBe(true)
  expect(await queues()).toContain('da11:')
})

test('the kept rules are those in force: a node that starts loads them from its file alone', async () => {
  const plain = async () =>
    (await rules())
      .replaceAll(/packets \d+ bytes \d+/g, '')
      .split('\n')
      .sort()
  const before = await plain()
  await inNode(lab, 1, ['nft', 'delete', 'table', 'bridge', 'datahall'])
  await inNode(lab, 1, ['nft', '-f', '/etc/datahall/network.nft'])
  expect(await plain()).toEqual(before)
  // Rules that were flushed come back with the next renewal.
  await inNode(lab, 1, ['nft', 'delete', 'table', 'bridge', 'datahall'])
  await set(guarded, LIMITS)
  expect(await plain()).toEqual(before)
})

test('a VM that runs by the definition of an earlier version is guarded at once', { timeout: 240_000 }, async () => {
  await set(null)
  await at.node.destroyDomain(name, soon())
  const old = `${name}-nic-525400c00008`
  const put = async (file: string, xml: string) => writeFile(nodePath(lab, 1, file), xml)
  await put(
    '/var/lib/packets-test/filter.xml',
    `<filter name='${old}' chain='root'><rule action='drop' direction='in'><tcp dstportstart='8002' dstportend='8002'/></rule></filter>`,
  )
  await virsh(lab, 1, 'nwfilter-define', '/var/lib/packets-test/filter.xml')
  const xml = await virsh(lab, 1, 'dumpxml', '--inactive', '--security-info', name)
  await put('/var/lib/packets-test/old.xml', xml.replace(/<target dev='dh[^>]*>/, `<filterref filter='${old}'/>`))
  await virsh(lab, 1, 'define', '/var/lib/packets-test/old.xml')
  await at.node.startDomain(name, soon())
  await expect.poll(() => inGuest('echo up').catch(String), { timeout: 180_000, interval: 300 }).toBe('up')
  expect(await virsh(lab, 1, 'domiflist', name)).toMatch(/vnet\d/)
  expect([await silent(8001), await silent(8002)]).toEqual([false, true])

  await set(guarded, LIMITS)
  expect([await silent(8001), await silent(8002)]).toEqual([true, false])
  expect(await queues()).toMatch(/da11: dev vnet\d+ root/)
  expect(await virsh(lab, 1, 'dumpxml', '--inactive', name)).toContain(`<target dev='${tap}'/>`)
  // Nothing refers to a name that another VM could have next.
  await at.node.destroyDomain(name, soon())
  await set(guarded, LIMITS)
  expect(await rules()).not.toContain('vnet')
  expect(await virsh(lab, 1, 'nwfilter-list')).not.toContain(old)
  await at.node.startDomain(name, soon())
  expect(await virsh(lab, 1, 'domiflist', name)).toContain(tap)
})
