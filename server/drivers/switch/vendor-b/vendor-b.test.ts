import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { serveSwitch } from '../../../simulation/devices/switch/agent.ts'
import { type SimulatedSwitch, simulatedSwitch } from '../../../simulation/devices/switch/model.ts'
import { NetconfPeer } from '../../../simulation/devices/switch/netconf-peer.ts'
import type { Agent } from '../../../simulation/peers/snmp/agent.ts'
import { switchContract } from '../contract.ts'
import { switchDriver } from '../registry.ts'
import type { SwitchTarget } from '../types.ts'

// A busy test host takes its time.
vi.setConfig({ testTimeout: 30_000 })

const driver = switchDriver('vendorB_without_els')
const signIn = { username: 'netconf', password: 'nc-pass' }
const neighbour = {
  chassis_mac: '02:00:00:00:00:05',
  port_id: 'eth0',
  port_description: '',
  name: 'server5',
  description: 'Linux',
}
let agent: Agent<SimulatedSwitch>
let peer: NetconfPeer

beforeAll(async () => {
  const model = simulatedSwitch({
    kind: 'vendorB_without_els',
    name: 'sim-b',
    ports: Array.from({ length: 48 }, (_, i) => ({ vlan_id: 10, in_rate: 1_000_000, ...(i === 4 && { neighbour }) })),
  })
  agent = await serveSwitch(model, { address: '127.0.0.1', port: 0 })
  peer = await NetconfPeer.listen(model, { address: '127.0.0.1', port: 0, ...signIn })
})
afterAll(async () => {
  await agent.close()
  await peer.close()
})

const target = (change: Partial<SwitchTarget> = {}): SwitchTarget => ({
  address: '127.0.0.1',
  snmp: { version: 'snmp_v2c', community: 'public', port: agent.options.port },
  ssh: null,
  netconf: { ...signIn, port: peer.options.port },
  host_key: null,
  ...change,
})

switchContract('simulated vendorB_without_els', {
  driver,
  target: () => target(),
  ports: ['ge-0/0/0', 'ge-0/0/1'],
  vlans: { existing: 10, fresh: 777, tagged: 888 },
  neighbour: { port: 'ge-0/0/4', system_name: 'server5' },
  refusals: [],
})

describe('vendor B', () => {
  const signal = () => AbortSignal.timeout(20_000)
  const port = () => String(agent.model.ports[9]!.if_index)
  afterEach(() => {
    peer.fault = null
  })
  const access = (vlan_id: number) => ({ vlan_id, is_trunk: false, trunk_members: [] })

  it('speaks the same in a command of the command line', async () => {
    const device = driver.connect(
      target({ netconf: null, ssh: { user: signIn.username, password: signIn.password, port: peer.options.port } }),
    )
    await device.setAlias(port(), 'over ssh', signal())
    expect(agent.model.ports[9]!.alias).toBe('over ssh')
    expect(device.host_key).toMatch(/^SHA256:/)
    device.close()
  })

  it('wants parameters for NETCONF or SSH', () => {
    expect(() => driver.connect(target({ netconf: null }))).toThrow(/NETCONF or SSH/)
    expect(() => driver.connect(target({ snmp: null }))).toThrow(/SNMP parameters/)
  })

  it.each([
    ['another password', { netconf: { ...signIn, password: 'x' } }, 'device_rejected', /rejected the sign-in/],
    [
      'another host key',
      { host_key: 'SHA256:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' },
      'device_rejected',
      /host key/,
    ],
  ] as const)('says what is wrong: %s', async (_what, change, code, words) => {
    const wrong = target(change as Partial<SwitchTarget>)
    if (wrong.netconf) wrong.netconf.port = peer.options.port
    const device = driver.connect(wrong)
    await expect(device.setAlias(port(), 'x', signal())).rejects.toMatchObject({
      code,
      message: expect.stringMatching(words),
    })
    device.close()
  })

  it('leaves nothing behind when the switch refuses the commit', async () => {
    const device = driver.connect(target())
    const [vlans, commits] = [agent.model.vlans.size, peer.commits]
    peer.fault = 'refuse'
    const refused = device.setPortVlan(port(), access(999), signal())
    await expect(refused).rejects.toMatchObject({ code: 'device_rejected', message: expect.stringMatching(/no space/) })
    peer.fault = null
    expect([agent.model.vlans.size, peer.commits]).toEqual([vlans, commits])
    // Neither the lock nor the edits of the failed change are in the way of the next.
    await device.setPortVlan(port(), access(20), signal())
    expect(agent.model.vlans.has(999)).toBe(false)
    expect(agent.model.ports[9]!.pvid).toBe(20)
    device.close()
  })

  it('is taken back when the switch does not do what it took', async () => {
    const device = driver.connect(target())
    const rollbacks = peer.rollbacks
    peer.fault = 'ignore'
    await expect(device.setPortVlan(port(), access(30), signal())).rejects.toMatchObject({ code: 'device_rejected' })
    peer.fault = null
    await expect.poll(() => peer.rollbacks).toBe(rollbacks + 1)
    expect(agent.model.ports[9]!.pvid).toBe(20)
    device.close()
  })

  it('leaves nothing behind when we give up during the commit', async () => {
    const device = driver.connect(target())
    peer.fault = 'hang'
    const stop = new AbortController()
    const change = device.setPortVlan(port(), access(40), stop.signal)
    change.catch(() => {})
    await expect.poll(() => peer.unanswered, { timeout: 20_000 }).toBeGreaterThan(0)
    stop.abort(new Error('enough'))
    await expect(change).rejects.toThrow('enough')
    peer.fault = null
    await device.setPortVlan(port(), access(20), signal())
    expect(agent.model.ports[9]!.pvid).toBe(20)
    device.close()
  })

  it('tells who is in the way', async () => {
    const one = driver.connect(target({ address: '127.0.0.1' }))
    peer.fault = 'hang'
    const before = peer.unanswered
    const stop = new AbortController()
    const hanging = one.setAlias(port(), 'hangs', stop.signal).catch(() => {})
    // It has the lock by now: an earlier waiter would get it, and keep it.
    await expect.poll(() => peer.unanswered, { timeout: 20_000 }).toBeGreaterThan(before)
    // Past our own turns: another panel or a person.
    const { NetconfLink } = await import('./link.ts')
    const { lock } = await import('../../../protocols/netconf/operations.ts')
    const link = new NetconfLink(target())
    const asked = link.run(signal(), (session) => lock(session, 'candidate', signal()))
    await expect(asked).rejects.toThrow(/configured by another session/)
    stop.abort()
    await hanging
    peer.fault = null
    link.close()
    one.close()
  })

  it('sets speed and duplex', async () => {
    const device = driver.connect(target())
    await device.setSpeedDuplex(port(), { speed: '100M', duplex: 'half' }, signal())
    expect(agent.model.ports[9]).toMatchObject({ mbps: 100, full_duplex: false, auto: false })
    await device.setSpeedDuplex(port(), { speed: 'auto', duplex: 'auto' }, signal())
    await expect(device.setSpeedDuplex(port(), { speed: 'auto', duplex: 'half' }, signal())).rejects.toThrow(
      /duplex is automatic/,
    )
    await expect(device.setSpeedDuplex(port(), { speed: '1G', duplex: 'half' }, signal())).rejects.toThrow(
      /no 1G with half/,
    )
    expect(agent.model.ports[9]).toMatchObject({ auto: true })
    device.close()
  })
})
