import type { z } from 'zod'
import type { packetRule } from '../../../domain/host/packet-rules.ts'

/** Groups of addresses of the owner of a VM; rules of the VM name them by their place. */
export const demoGroups = [
  { name: 'office', note: 'Both floors, and the way in from outside', members: ['203.0.113.8/29', '2001:db8:b::/64'] },
  { name: 'monitoring', note: 'Asks for figures', members: ['192.0.2.12', '192.0.2.13', '2001:db8:50::12'] },
]

type Rule = Omit<z.input<typeof packetRule>, 'group'> & { from?: number }

const port = (number: number) => ({ protocols: ['tcp' as const], portstart: number, portend: number })

/** The VM whose rules they are: a database that few may ask. */
export const demoRuled = 'db-4'
export const demoRules: readonly Rule[] = [
  { action: 'accept', direction: 'in', ...port(5432), peers: ['192.0.2.0/25'], note: 'Application servers' },
  { action: 'accept', direction: 'in', ...port(5432), peers: ['198.51.100.0/24'], note: 'Replica' },
  { action: 'accept', direction: 'in', ...port(22), from: 0, note: 'Administration' },
  { action: 'accept', direction: 'in', ...port(9187), from: 1, note: 'Figures' },
  { action: 'reject', direction: 'in', ...port(22), rate: 10, note: 'Everybody else, and slowly' },
  { action: 'accept', direction: 'in', protocols: ['icmp'], rate: 50, note: 'Ping' },
  { action: 'accept', direction: 'in', ...port(5433), peers: ['203.0.113.77'], note: 'Former test', enabled: false },
  { action: 'drop', direction: 'in', ...port(5432), note: 'The database, for everybody else' },
  { action: 'drop', direction: 'out', ...port(25), note: 'No mail from here' },
]
