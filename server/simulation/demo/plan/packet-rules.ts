import type { z } from 'zod'
import type { packetRule } from '../../../domain/host/packet-rules.ts'

type Rule = z.input<typeof packetRule>

const port = (number: number) => ({ protocols: ['tcp' as const], portstart: number, portend: number })

/** By name of the VM, in the order in which they are looked at. */
export const demoPacketRules: Readonly<Record<string, readonly Rule[]>> = {
  'db-4': [
    { action: 'accept', direction: 'in', ...port(5432), peers: ['192.0.2.0/25'], note: 'Application servers' },
    { action: 'accept', direction: 'in', ...port(5432), peers: ['198.51.100.0/24'], note: 'Replica' },
    { action: 'accept', direction: 'in', ...port(22), peers: ['203.0.113.8/29'], note: 'Office' },
    { action: 'reject', direction: 'in', ...port(22), rate: 10, note: 'Everybody else, and slowly' },
    { action: 'accept', direction: 'in', protocols: ['icmp'], rate: 50, note: 'Ping' },
    { action: 'accept', direction: 'in', ...port(5433), peers: ['203.0.113.77'], note: 'Former test', enabled: false },
    { action: 'drop', direction: 'in', ...port(5432), note: 'The database, for everybody else' },
    { action: 'drop', direction: 'out', ...port(25), note: 'No mail from here' },
  ],
}
