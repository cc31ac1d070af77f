import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { pduContract } from '../../../drivers/pdu/contract.ts'
import { pduDriver, pduDrivers } from '../../../drivers/pdu/registry.ts'
import type { Agent } from '../../peers/snmp/agent.ts'
import { servePdu } from './agent.ts'
import { type SimulatedPdu, type SimulatedPduKind, simulatedPdu } from './model.ts'

// A busy test host takes its time.
vi.setConfig({ testTimeout: 30_000 })

const kinds = pduDrivers.map((driver) => driver.device as SimulatedPduKind)
const agents = new Map<string, Agent<SimulatedPdu>>()
const target = (kind: string, community = 'private') => ({
  address: '127.0.0.1',
  snmp: { version: 'snmp_v2c' as const, community, port: agents.get(kind)?.options.port ?? 0 },
})

beforeAll(async () => {
  for (const kind of kinds) {
    const outlets = Array.from({ length: 24 }, (_, i) => ({
      watts: 100 + i,
      ...(i === 0 && { name: 'db <b>1</b>\u0007' }),
    }))
    const model = simulatedPdu({ kind, name: `pdu-${kind}`, outlets })
    agents.set(kind, await servePdu(model, { address: '127.0.0.1', port: 0 }))
  }
})
afterAll(async () => {
  for (const agent of agents.values()) await agent.close()
})

describe.each(kinds)('simulated %s', (kind) => {
  pduContract(kind, {
    driver: pduDriver(kind),
    target: () => target(kind),
    outlets: 24,
    outlet: 7,
    neighbour: 8,
    powered: async (outlet) => agents.get(kind)!.model.outlets[outlet - 1]!.on,
    refusals: [
      {
        what: 'credentials that may only read',
        target: () => target(kind, 'public'),
        code: 'device_rejected',
        words: /write access/,
      },
    ],
  })

  it('reports names and load', async () => {
    const pdu = pduDriver(kind).connect(target(kind))
    const { system, outlets, load } = await pdu.read(AbortSignal.timeout(20_000))
    expect(system).toMatchObject({ name: `pdu-${kind}`, model: 'SIM-PDU-24' })
    expect(outlets[0]).toMatchObject({ identity: 1, name: 'db <b>1</b>', power_status: 'up' })
    expect(load.power_w).toBe(24 * 100 + (23 * 24) / 2)
    if (kind === 'apc_snmp') expect(outlets[9]).toMatchObject({ current_ma: 500, power_w: null })
    if (kind === 'raritan_snmp') expect(outlets[9]).toMatchObject({ current_ma: 474, power_w: 109 })
    if (kind === 'snmp_common') expect(outlets[9]).toMatchObject({ current_ma: null, power_w: 109 })
    pdu.close()
  })
})
