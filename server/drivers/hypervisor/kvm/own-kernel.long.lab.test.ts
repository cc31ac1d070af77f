import { afterAll, beforeAll, expect, it } from 'vitest'
import { inUbuntu, type LabUbuntu, ubuntuOff, ubuntuOn, ubuntusUp, untilSignedIn } from '../../../../e2e/lab/ubuntu.ts'
import { soon } from '../../../shared/testing/soon.ts'
import type { PacketFilter } from '../packet-types.ts'
import { tapName } from '../packets/names.ts'
import { hypervisorDriver } from '../registry.ts'
import { cards, lab, MAC, spec as other } from './packets/lab-vm.ts'

// What the nodes of the lab have not: systemd, control groups of version 2, and modules of the kernel for everything that packet rules can do.
const [ubuntu] = (await ubuntusUp(lab, 1)) as [LabUbuntu]
const name = 'dh-own-kernel'
const spec = { ...other, internal_name: name }
const { address, ssh_port: port, user: username, password } = ubuntu
const connect = () =>
  hypervisorDriver('kvm').connect({ address, port, username, auth: { password }, hostKey: null }, soon())
afterAll(() => ubuntuOff(lab, ubuntu))

const says = async (command: string) => (await inUbuntu(lab, ubuntu, command)).stdout.trim()
const rulesThere = async () => (await says('nft list table bridge datahall')).includes(tapName(name, MAC))
const filter: PacketFilter = {
  firewall_rules: [{ action: 'reject', direction: 'in', protocols: ['tcp'], portstart: 25, portend: 25 }],
  anti_spoofing: { addresses: ['192.0.2.9'] },
  connections: { in: 20, out: 10 },
}

/** As a power cut does. */
async function restart() {
  await says('sync')
  await ubuntuOff(lab, ubuntu)
  await ubuntuOn(lab, ubuntu)
  await untilSignedIn(lab, ubuntu)
}

beforeAll(async () => {
  const node = await connect()
  const [disk] = spec.disks
  if (!disk || !spec.cdrom) throw new Error('The VM has a disk and a seed')
  await node.ensureDirectories([disk.path.slice(0, disk.path.lastIndexOf('/'))], soon())
  // Without a system on it: QEMU runs all the same.
  await node.createVolume({ path: disk.path, size_mib: 16, backing: null }, soon())
  await node.writeSeed(spec.cdrom, { 'meta-data': '' }, soon())
  await node.defineDomain({ ...spec, interfaces: cards(filter) }, soon())
  node.close()
})

it('rejects packets, limits traffic and counts connections', async () => {
  const node = await connect()
  expect(await node.capabilities('tcg', soon())).toEqual(
    expect.arrayContaining(['reject', 'traffic', 'tcp_connections']),
  )
  node.close()
})

it('tells how long a VM waits', async () => {
  const node = await connect()
  await node.startDomain(name, soon())
  const { pressure, pressures } = await node.counters(soon())
  const share = expect.any(Number)
  expect(pressure).toEqual({ cpu: share, memory: share, io: share })
  expect([...pressures]).toEqual([[name, { cpu: share, memory: share, io: share }]])
  await node.destroyDomain(name, soon())
  expect((await node.counters(soon())).pressures.size).toBe(0)
  node.close()
})

it('has the rules of a VM again after a power cut, before anybody connects', async () => {
  const node = await connect()
  await node.setNetworkRules(name, cards(filter), {}, soon())
  expect(await rulesThere()).toBe(true)
  node.close()
  await restart()
  expect(await rulesThere()).toBe(true)
  expect(await says('nft list ruleset')).toContain('ct count over 10 drop')
})

it('has none any more of a VM that is gone', async () => {
  const node = await connect()
  await node.undefineDomain(name, soon())
  expect(await rulesThere()).toBe(false)
  node.close()
  await restart()
  expect(await rulesThere()).toBe(false)
})
