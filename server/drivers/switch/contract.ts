import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ErrorCode } from '../../domain/shared/errors.ts'
import { soon } from '../../shared/testing/soon.ts'
import type { PortVlanReading, SwitchConnection, SwitchDriver, SwitchTarget } from './types.ts'

/** What a driver's tests must tell the suite about the switch it runs against. */
export type SwitchContractEnv = {
  driver: SwitchDriver
  /** Made anew when the suite starts, because peers start in its `beforeAll`. */
  target: () => SwitchTarget
  /** Names of two ports that are up and belong to the suite. */
  ports: [string, string]
  /** VLANs the suite may use; the first exists and the second does not yet. */
  vlans: { existing: number; fresh: number; tagged: number }
  /** A neighbour that LLDP must show: port name and what it calls itself; null when the peer has none. */
  neighbour: { port: string; system_name: string } | null
  /** Targets that must be refused, and in which words. */
  refusals: { what: string; target: () => SwitchTarget; code: ErrorCode; words: RegExp }[]
  /** Sends traffic into a port; absent when the peer's counters move by themselves. */
  traffic?: (port: string) => Promise<void>
  /** Shows that a port passes packets, or does not, on the wire itself. */
  passes?: (port: string) => Promise<boolean>
  /** Shows that packets go between the two ports. */
  connected?: () => Promise<boolean>
}

/** What a driver says it cannot do is no test at all, rather than a skipped one. */
const when = (condition: unknown) => (condition ? test : () => {})

/** Everything `SwitchConnection` promises; simulated agents run it always, real ones in the lab. */
export function switchContract(label: string, env: SwitchContractEnv): void {
  const { driver, vlans } = env

  describe(`${label}: what every switch owes`, { timeout: 120_000 }, () => {
    let device: SwitchConnection
    const indexes = new Map<string, string>()
    const index = (name: string) => indexes.get(name) ?? ''
    const vlanOf = async (name: string): Promise<PortVlanReading | undefined> =>
      (await device.readTables(soon())).port_vlans.find((port) => port.if_index === index(name))
    const portOf = async (name: string) =>
      (await device.readInventory(soon())).ports.find((port) => port.if_index === index(name))
    const [first, second] = env.ports

    beforeAll(async () => {
      device = driver.connect(env.target())
      for (const port of (await device.readInventory(soon())).ports) indexes.set(port.name, port.if_index)
    })
    afterAll(() => device?.close())

    test('names itself and its ports', async () => {
      const { system, ports } = await device.readInventory(soon())
      expect(system.name).not.toBe('')
      expect(system.uptime_s).toBeGreaterThanOrEqual(0)
      expect(new Set(ports.map((port) => port.if_index)).size).toBe(ports.length)
      for (const name of env.ports) {
        const port = ports.find((each) => each.name === name)
        expect(port).toMatchObject({ admin_status: 'up', oper_status: 'up', if_index: expect.stringMatching(/^\d+$/) })
        expect(port?.mac).toMatch(/^([0-9a-f]{2}:){5}[0-9a-f]{2}$/)
      }
    })

    test('reads one port as it reads all', async () => {
      const { ports } = await device.readInventory(soon())
      const { port_vlans } = await device.readTables(soon())
      for (const name of env.ports) {
        expect(await device.readPort(index(name), soon())).toEqual(ports.find((port) => port.name === name))
        expect(await device.readPortVlan(index(name), soon())).toEqual(
          port_vlans.find((port) => port.if_index === index(name)),
        )
      }
      expect(await device.readPort('4294967295', soon())).toBeNull()
      expect(await device.readPortVlan('4294967295', soon())).toBeNull()
    })

    test('counts octets, and the counters grow', async () => {
      const read = async () => {
        const reading = await device.readCounters(soon())
        return { at: reading.at, port: reading.ports.find((port) => port.if_index === index(first)) }
      }
      const before = await read()
      expect(before.port).toMatchObject({ admin_status: 'up', oper_status: 'up', in_errors: expect.any(BigInt) })
      await env.traffic?.(first)
      await expect
        .poll(async () => (await read()).port!.in_octets > before.port!.in_octets, { timeout: 40_000, interval: 250 })
        .toBe(true)
      expect((await read()).at).toBeGreaterThan(before.at)
    })

    when(driver.capabilities.set_alias)('keeps a description', async () => {
      for (const alias of ['rack 7 / server 12', 'ä "quoted" $(x)', '']) {
        await device.setAlias(index(first), alias, soon())
        const { port } = await device.setAlias(index(first), alias, soon())
        expect(port).toMatchObject({ name: first, alias })
        expect((await portOf(first))?.alias).toBe(alias)
      }
      expect(() => device.setAlias(index(first), 'a\nb', soon())).toThrow(/control characters/)
    })

    when(driver.capabilities.set_admin_status)('takes a port down and up', async () => {
      if (env.passes) expect(await env.passes(first)).toBe(true)
      for (const status of ['down', 'down', 'up', 'up'] as const) {
        const before = new Date()
        const { at, port } = await device.setAdminStatus(index(first), status, soon())
        expect(port).toMatchObject({ name: first, admin_status: status })
        expect(at >= before).toBe(true)
        expect((await portOf(first))?.admin_status).toBe(status)
        await expect
          .poll(async () => (await portOf(first))?.oper_status, { timeout: 40_000, interval: 250 })
          .toBe(status)
        if (env.passes) expect(await env.passes(first)).toBe(status === 'up')
      }
      expect((await portOf(second))?.admin_status).toBe('up')
    })

    when(driver.capabilities.create_vlan)('creates, renames and deletes a VLAN', async () => {
      const name = async () =>
        (await device.readTables(soon())).vlans.find((vlan) => vlan.vlan_id === vlans.fresh)?.name
      expect(await name()).toBeUndefined()
      await device.createVlan({ vlan_id: vlans.fresh, name: 'storage' }, soon())
      expect(await name()).toBe('storage')
      await device.createVlan({ vlan_id: vlans.fresh, name: 'backup-2' }, soon())
      await expect.poll(name).toBe('backup-2')
      await device.deleteVlan(vlans.fresh, soon())
      await device.deleteVlan(vlans.fresh, soon())
      expect(await name()).toBeUndefined()
    })

    when(driver.capabilities.set_port_vlan)('moves ports between VLANs', async () => {
      const access = (vlan_id: number) => ({ vlan_id, is_trunk: false, trunk_members: [] })
      await device.setPortVlan(index(first), access(vlans.existing), soon())
      await device.setPortVlan(index(second), access(vlans.existing), soon())
      if (env.connected) expect(await env.connected()).toBe(true)
      const others = (await device.readTables(soon())).port_vlans.filter((port) => port.if_index !== index(first))

      const { vlan: moved } = await device.setPortVlan(index(first), access(vlans.fresh), soon())
      expect(moved).toMatchObject({ if_index: index(first), ...access(vlans.fresh) })
      expect(await vlanOf(first)).toEqual(moved)
      if (env.connected) expect(await env.connected()).toBe(false)
      const untouched = (await device.readTables(soon())).port_vlans.filter((port) => port.if_index !== index(first))
      expect(untouched).toEqual(others)

      const trunk = {
        vlan_id: vlans.existing,
        is_trunk: true,
        trunk_members: [vlans.fresh, vlans.tagged].sort((a, b) => a - b),
      }
      expect((await device.setPortVlan(index(first), trunk, soon())).vlan).toMatchObject(trunk)
      expect(await device.readPortVlan(index(first), soon())).toMatchObject(trunk)
      expect(await vlanOf(first)).toMatchObject(trunk)
      if (env.connected) expect(await env.connected()).toBe(true)
      await expect(device.deleteVlan(vlans.tagged, soon())).rejects.toMatchObject({ code: 'device_rejected' })

      await device.setPortVlan(index(first), access(vlans.existing), soon())
      expect(await vlanOf(first)).toMatchObject(access(vlans.existing))
      await device.deleteVlan(vlans.fresh, soon())
      await device.deleteVlan(vlans.tagged, soon())
    })

    test('rejects invalid values before sending', async () => {
      const change = { vlan_id: 4095, is_trunk: false, trunk_members: [] }
      await expect(async () => device.setPortVlan(index(first), change, soon())).rejects.toMatchObject({
        code: 'refused',
      })
      await expect(async () => device.setAdminStatus('1.3', 'up', soon())).rejects.toMatchObject({
        code: 'refused',
      })
      await expect(async () => device.setAdminStatus('4294967295', 'up', soon())).rejects.toBeTruthy()
    })

    when(env.neighbour)('sees its neighbour', async () => {
      const seen = async () =>
        (await device.readTables(soon())).neighbours.find((each) => each.if_index === index(env.neighbour?.port ?? ''))
      await expect
        .poll(async () => (await seen())?.system_name, { timeout: 45_000, interval: 500 })
        .toBe(env.neighbour?.system_name)
      expect((await seen())?.chassis_id).toMatch(/^([0-9a-f]{2}:){5}[0-9a-f]{2}$/)
    })

    test.each(env.refusals)('says what is wrong: $what', async ({ target, code, words }) => {
      const connection = driver.connect(target())
      await expect(connection.readInventory(soon())).rejects.toMatchObject({
        code,
        message: expect.stringMatching(words),
      })
      connection.close()
    })

    test('stops when aborted', async () => {
      const stop = AbortSignal.abort(new Error('enough'))
      await expect(device.readInventory(stop)).rejects.toThrow('enough')
      await expect(device.setAdminStatus(index(first), 'up', stop)).rejects.toThrow('enough')
    })
  })
}
