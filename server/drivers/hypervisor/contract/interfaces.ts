import { expect, test } from 'vitest'
import { soon } from '../../../shared/testing/soon.ts'
import type { InterfaceSpec } from '../domain-types.ts'
import { isolatedBridge } from '../isolated-bridge.ts'
import { name, type Suite } from './suite.ts'

/** Interfaces that come and go while a domain runs. */
export function interfaceContract(suite: Suite): void {
  const { env, spec } = suite
  const second: InterfaceSpec = { mac: '52:54:00:c0:11:02', bridge: env.bridge, model: 'virtio', filter: null }
  const change = (interfaces: InterfaceSpec[]) => suite.node.changeInterfaces({ ...spec, interfaces }, soon())
  const counted = async () =>
    (await suite.node.stats(soon())).find((item) => item.internal_name === name)?.interfaces.map((one) => one.name)

  test('gets interfaces while it runs, twice the same, with filters', async () => {
    const filter = { firewall_rules: [], anti_spoofing: { addresses: ['192.0.2.9'] } }
    for (const _ of [1, 2]) expect(await change([...spec.interfaces, { ...second, filter }])).toBeNull()
    expect(await counted()).toEqual(['0', '1'])
  })

  test('gives one another model, and loses it again', async () => {
    expect(await change([...spec.interfaces, { ...second, model: 'e1000' }])).toBeNull()
    expect(await counted()).toEqual(['0', '1'])
    for (const _ of [1, 2]) expect(await change(spec.interfaces)).toBeNull()
    expect(await counted()).toEqual(['0'])
  })

  test('gets one on an isolated bridge, made twice, which is none of the interfaces of the node', async () => {
    const bridge = isolatedBridge(2_147_483_647)
    for (const _ of [1, 2]) await suite.node.makeIsolatedBridge(bridge, soon())
    expect(await change([...spec.interfaces, { ...second, bridge }])).toBeNull()
    expect(await counted()).toEqual(['0', '1'])
    expect((await suite.node.facts(soon())).interfaces.map((one) => one.name)).not.toContain(bridge)
    expect(await change(spec.interfaces)).toBeNull()
    for (const _ of [1, 2]) await suite.node.removeIsolatedBridge(bridge, soon())
    await expect(change([...spec.interfaces, { ...second, bridge }])).rejects.toMatchObject({ code: 'device_rejected' })
    expect(await change(spec.interfaces)).toBeNull()
  })

  test('refuses a bridge that is not there, and loses nothing', async () => {
    await expect(change([...spec.interfaces, { ...second, bridge: 'nobridge0' }])).rejects.toMatchObject({
      code: 'device_rejected',
    })
    expect(await change(spec.interfaces)).toBeNull()
    expect(await counted()).toEqual(['0'])
  })
}
