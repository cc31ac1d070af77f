import { expect, it } from 'vitest'
import { available } from './unavailable.ts'

it('takes values that ask for nothing, and keeps none of them', () => {
  const neutral = {
    vxlan_mode: 'disabled',
    vxlan_settings: {},
    balancer_mode: 'off',
    node_network: { gateway: null },
    ha: { enabled: false, storages: {} },
    datacenter_type: 'common',
    datacenter_params: { gateway: '10.0.0.1', mac: '02:00:00:00:00:01' },
  } as const
  expect(available({ name: 'c', ...neutral })).toEqual({ name: 'c' })
})

it.each([
  [{ vxlan_mode: 'full_mesh' }, 'vxlan_mode'],
  [{ vxlan_settings: { bgp_as: 65_000 } }, 'vxlan_settings.bgp_as'],
  [{ balancer_mode: 'full' }, 'balancer_mode'],
  [{ node_network: { timeout: 30 } }, 'node_network.timeout'],
])('refuses %j and names it', (body, value) =>
  expect(() => available(body)).toThrow(expect.objectContaining({ code: 'refused', value })),
)
