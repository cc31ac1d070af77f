import { expect, test } from 'vitest'
import { soon } from '../../../shared/testing/soon.ts'
import type { InterfaceSpec } from '../domain-types.ts'
import { name, type Suite } from './suite.ts'

/** Shares, limits and packet rules of a domain. */
export function limitContract(suite: Suite): void {
  const { spec } = suite

  test('weights, limits and packet filters are taken, changed and given up again', async () => {
    const limits = { cpu_weight: 1, io_weight: 1, io_read_mbitps: 800, io_write_iops: 50_000 }
    const rules = [
      { action: 'drop', direction: 'in', protocols: ['tcp', 'udp'], portstart: 1, portend: 65535 },
    ] as const
    const filtered = (addresses: string[] | null): InterfaceSpec[] =>
      spec.interfaces.map((one) => ({
        ...one,
        filter: { firewall_rules: rules, anti_spoofing: { addresses } },
      }))
    const held = { ...spec, cdrom: null, limits, interfaces: filtered(['192.0.2.1', '2001:db8::1']) }
    await suite.node.defineDomain(held, soon())
    await suite.node.startDomain(name, soon())
    expect(await suite.node.domain(name, soon())).toMatchObject({ state: 'running' })
    // Addresses come and go while the VM runs.
    for (const addresses of [['192.0.2.2'], [], null])
      await suite.node.setNetworkRules(name, filtered(addresses), { net_in_mbitps: 5 }, soon())
    await suite.node.setNetworkRules(name, filtered(null), {}, soon())
    await suite.node.setNetworkRules('vm_none', filtered(null), {}, soon())
    const counted = { packets: expect.any(Number), bytes: expect.any(Number) }
    expect(await suite.node.packetCounters(name, soon())).toEqual({ rules: [counted], forged: counted })
    expect(await suite.node.packetCounters('vm_none', soon())).toEqual({
      rules: [],
      forged: { packets: 0, bytes: 0 },
    })
    // What is no address or port stands in no rule.
    const invalid = { code: 'invalid_input' }
    for (const address of ['', '1.2.3', '192.0.2.1/33', '192.0.2.1; flush ruleset', 'fe80::1%eth0'])
      await expect(suite.node.setNetworkRules(name, filtered([address]), {}, soon()), address).rejects.toMatchObject(
        invalid,
      )
    await suite.node.destroyDomain(name, soon())
    await suite.node.defineDomain(spec, soon())
    await suite.node.undefineDomain(name, soon())
    expect(await suite.node.domain(name, soon())).toBeNull()
  })
}
