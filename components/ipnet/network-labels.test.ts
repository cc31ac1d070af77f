import { expect, it } from 'vitest'
import { gatewayFault, isVlan, networkFault } from './network-labels.ts'

it('tells a network from what is none', () => {
  expect(networkFault(' 192.0.2.0/24 ')).toBeNull()
  expect(networkFault('2001:db8::/64')).toBeNull()
  expect(networkFault('192.0.2.7/24')).toEqual({ key: 'nameInside', network: '192.0.2.0/24' })
  for (const text of ['', '192.0.2.0', '192.0.2.0/33', 'net']) expect(networkFault(text)).toEqual({ key: 'nameWrong' })
})

it('tells a gateway of the network from others', () => {
  expect(gatewayFault('', '192.0.2.0/24')).toBeNull()
  expect(gatewayFault('192.0.2.1', '192.0.2.0/24')).toBeNull()
  expect(gatewayFault('192.0.2.1', 'not yet typed')).toBeNull()
  expect(gatewayFault('192.0.3.1', '192.0.2.0/24')).toEqual({ key: 'gatewayOutside', network: '192.0.2.0/24' })
  expect(gatewayFault('2001:db8::1', '192.0.2.0/24')).toEqual({ key: 'gatewayOutside', network: '192.0.2.0/24' })
  expect(gatewayFault('router', '192.0.2.0/24')).toEqual({ key: 'gatewayWrong' })
})

it('knows the numbers of VLANs', () => {
  for (const text of ['', '1', '4094', ' 110 ']) expect(isVlan(text)).toBe(true)
  for (const text of ['0', '4095', '-1', '1.5', 'guests']) expect(isVlan(text)).toBe(false)
})
