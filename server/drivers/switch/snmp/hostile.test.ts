import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { PanelError } from '../../../domain/shared/errors.ts'
import { element, tag } from '../../../protocols/snmp/ber.ts'
import { type AgentRequest, encodeResponse } from '../../../simulation/peers/snmp/agent.ts'
import { arcs, value } from '../../../simulation/peers/snmp/agent-view.ts'
import { reply, scriptedAgent } from '../../../simulation/peers/snmp/testing.ts'
import { pduDrivers } from '../../pdu/registry.ts'
import { switchDriver } from '../registry.ts'
import type { SwitchDevice } from '../types.ts'

// A busy test host takes its time.
vi.setConfig({ testTimeout: 30_000 })

const target = (port: number) => ({
  address: '127.0.0.1',
  snmp: { version: 'snmp_v2c' as const, community: 'public', port },
  ssh: null,
  netconf: null,
  host_key: null,
})

const text = '\u001b]0;x\u0007<img src=x onerror=alert(1)>\u202e\ud800{{7*7}}'.repeat(20)
const junk: Buffer[] = [
  value.integer(-2_147_483_648),
  value.integer(2_147_483_647),
  value.integer(1),
  value.gauge(4_294_967_295),
  value.counter64((1n << 64n) - 1n),
  value.octets(text),
  value.octets(Buffer.alloc(600, 0xff)),
  value.octets(''),
  value.octets(Buffer.from('0050c2a1b2c3', 'hex')),
  value.oid(arcs('1.3.6.1.2.1.26.4.30')),
  element(tag.null),
  element(tag.address, Buffer.from([10, 0, 0, 1])),
]

/** Answers every question with a few rows of junk, in order, below what was asked. */
function junkAgent(rows: number, choose: (oid: readonly number[]) => Buffer) {
  return (request: AgentRequest): Buffer => {
    if (request.type === tag.getRequest)
      return reply(
        request,
        request.varbinds.map((each) => [each.oid, choose(each.oid)]),
      )
    if (request.type === tag.setRequest) return encodeResponse(request, 0, 0, [])
    return reply(
      request,
      request.varbinds.map(({ oid }) => {
        // A question that starts at a column has no index; those that go on end with one of ours.
        const last = oid.at(-1) ?? 0
        const started = oid.at(-2) === 4_242
        if (started && last >= rows) return [[1, 3, 6, 1, 9], value.integer(1)]
        const next = started ? [...oid.slice(0, -1), last + 1] : [...oid, 4_242, 1]
        return [next, choose(next)]
      }),
    )
  }
}

/** Everything a driver reads, and what it writes. */
async function exercise(device: SwitchDevice, port: number): Promise<unknown[]> {
  const connection = switchDriver(device).connect(target(port))
  const signal = AbortSignal.timeout(20_000)
  const results = await Promise.allSettled([
    connection.readInventory(signal),
    connection.readCounters(signal),
    connection.readTables(signal),
    connection.readPort('4242', signal),
    connection.readPortVlan('4242', signal),
    connection.createVlan({ vlan_id: 7, name: 'seven' }, AbortSignal.timeout(150)),
    connection.setPortVlan('4242', { vlan_id: 7, is_trunk: true, trunk_members: [8] }, AbortSignal.timeout(150)),
  ])
  connection.close()
  return results.map((result) =>
    result.status === 'fulfilled' ? JSON.stringify([result.value], plain) : result.reason,
  )
}

const plain = (_key: string, each: unknown) => (typeof each === 'bigint' ? String(each) : each)
const isForeseen = (error: unknown) => error instanceof PanelError || (error as Error).name === 'TimeoutError'

describe.each(['snmp_common', 'vendorA_snmp'] as const)('%s against agents that answer with junk', (device) => {
  it('reads what it can, says the rest in words, and lets no control character through', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.nat(junk.length - 1), { minLength: 1, maxLength: 40 }),
        fc.integer({ min: 1, max: 4 }),
        async (picks, rows) => {
          const choose = (oid: readonly number[]) =>
            junk[picks[oid.reduce((sum, arc) => sum + arc, 0) % picks.length] ?? 0] ?? value.integer(0)
          const agent = await scriptedAgent(junkAgent(rows, choose))
          const results = await exercise(device, agent.port)
          agent.close()
          for (const result of results) {
            if (typeof result === 'string') expect(JSON.parse(result) && result).not.toMatch(/\\u00[01]|\\u202e|\u202e/)
            else if (result !== undefined) expect(isForeseen(result), String(result)).toBe(true)
          }
        },
      ),
      { numRuns: 40 },
    )
  }, 60_000)

  it('keeps the other tables when one of them is invalid', async () => {
    const lldpColumn = 11
    const agent = await scriptedAgent((request) => {
      const { varbinds } = request
      if (!varbinds[0]?.oid.join('.').startsWith('1.0.8802')) return junkAgent(2, () => value.integer(1))(request)
      // The first row of the column, again and again.
      return reply(
        request,
        varbinds.map(({ oid }) => [[...oid.slice(0, lldpColumn), 1], value.integer(1)]),
      )
    })
    const connection = switchDriver(device).connect(target(agent.port))
    const tables = await connection.readTables(AbortSignal.timeout(10_000))
    connection.close()
    agent.close()
    expect(tables.faults).toEqual([{ table: 'neighbours', message: expect.stringMatching(/rows out of order/) }])
    expect(tables.missing).toContain('neighbours')
  })
})

describe.each(pduDrivers.map((driver) => [driver.device, driver] as const))(
  'PDU %s against junk',
  (_device, driver) => {
    it('reads what it can', async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(fc.nat(junk.length - 1), { minLength: 1, maxLength: 30 }), async (picks) => {
          const choose = (oid: readonly number[]) =>
            junk[picks[oid.reduce((sum, arc) => sum + arc, 0) % picks.length] ?? 0] ?? value.integer(0)
          const agent = await scriptedAgent(junkAgent(3, choose))
          const pdu = driver.connect({ address: '127.0.0.1', snmp: target(agent.port).snmp })
          const signal = AbortSignal.timeout(10_000)
          const asked = Promise.all([pdu.read(signal), pdu.readOutlets([1, 4242], signal)])
          const result = await asked.catch((error: unknown) => error)
          pdu.close()
          agent.close()
          if (result instanceof Error) expect(isForeseen(result), String(result)).toBe(true)
          else expect(JSON.stringify(result)).not.toMatch(/\\u00[01]|\u202e/)
        }),
        { numRuns: 30 },
      )
    }, 30_000)
  },
)
