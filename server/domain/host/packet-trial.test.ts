import { describe, expect, it } from 'vitest'
import { type PacketRule, packetRule } from './packet-rules.ts'
import { type TriedPacket, tryPacket } from './packet-trial.ts'

const rule = (given: Partial<PacketRule>): PacketRule =>
  packetRule.parse({ action: 'accept', direction: 'in', protocols: ['tcp'], ...given })
const packet = (given: Partial<TriedPacket> = {}): TriedPacket => ({
  direction: 'in',
  peer: '203.0.113.20',
  protocol: 'tcp',
  port: 5432,
  ...given,
})
const rest = rule({ action: 'drop', protocols: ['any'] })

describe('a packet that is tried', () => {
  it('is let through when no rule fits', () => {
    expect(tryPacket([], packet())).toEqual({ action: 'accept', place: null, beyond: null })
    const others = [
      rule({ direction: 'out', action: 'drop' }),
      rule({ protocols: ['udp'], action: 'drop' }),
      rule({ portstart: 22, portend: 22, action: 'drop' }),
      rule({ peers: ['198.51.100.0/24', '2001:db8::/32'], action: 'drop' }),
      rule({ enabled: false, action: 'drop' }),
    ]
    expect(tryPacket(others, packet())).toMatchObject({ action: 'accept', place: null })
  })

  it('is judged by the first rule that fits', () => {
    const rules = [
      rule({ portstart: 22, portend: 22 }),
      rule({ peers: ['203.0.113.0/24'], portstart: 5000, portend: 6000 }),
      rest,
    ]
    expect(tryPacket(rules, packet())).toMatchObject({ action: 'accept', place: 1 })
    expect(tryPacket(rules, packet({ peer: '192.0.2.1' }))).toMatchObject({ action: 'drop', place: 2 })
    expect(tryPacket(rules, packet({ port: 22, peer: '192.0.2.1' }))).toMatchObject({ action: 'accept', place: 0 })
  })

  it('is known by its address in any spelling, and by its family', () => {
    const rules = [rule({ peers: ['2001:db8::5', '192.0.2.0/25'] }), rest]
    expect(tryPacket(rules, packet({ peer: '2001:0db8:0:0::5' }))).toMatchObject({ place: 0 })
    expect(tryPacket(rules, packet({ peer: '2001:db8::6' }))).toMatchObject({ place: 1 })
    expect(tryPacket(rules, packet({ peer: '192.0.2.127' }))).toMatchObject({ place: 0 })
    expect(tryPacket(rules, packet({ peer: '192.0.2.128' }))).toMatchObject({ place: 1 })
  })

  it('without a port is not one of a rule about ports', () => {
    const ping = packet({ protocol: 'icmp', port: null })
    expect(tryPacket([rule({ portstart: 1, portend: 65_535, action: 'drop' })], ping)).toMatchObject({ place: null })
    expect(tryPacket([rest], ping)).toMatchObject({ action: 'drop', place: 0 })
  })

  it('is treated otherwise beyond a rate', () => {
    const few = rule({ rate: 10 })
    expect(tryPacket([few, rest], packet())).toEqual({
      action: 'accept',
      place: 0,
      beyond: { action: 'drop', place: 1, rate: 10 },
    })
    expect(tryPacket([few], packet())).toEqual({ action: 'accept', place: 0, beyond: null })
    const many = rule({ action: 'drop', rate: 100 })
    expect(tryPacket([many], packet())).toEqual({
      action: 'accept',
      place: null,
      beyond: { action: 'drop', place: 0, rate: 100 },
    })
    expect(tryPacket([many, rest], packet())).toEqual({ action: 'drop', place: 1, beyond: null })
    const told = rule({ action: 'reject', rate: 100 })
    expect(tryPacket([told, rest], packet())).toEqual({
      action: 'drop',
      place: 1,
      beyond: { action: 'reject', place: 0, rate: 100 },
    })
  })
})
