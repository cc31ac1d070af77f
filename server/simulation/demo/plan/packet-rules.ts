import type { z } from 'zod'
import type { packetRule } from '../../../domain/host/packet-rules.ts'

/** Groups of addresses of the owner of a VM; rules of the VM name them by their place. */
export const demoGroups = [
  { name: 'office', note: 'Both floors, and the way in from outside', members: ['203.0.113.8/29', '2001:db8:b::/64'] },
  { name: 'monitoring', note: 'Asks for figures', members: ['192.0.2.12', '192.0.2.13', '2001:db8:50::12'] },
]

type Rule = Omit<z.input<typeof packetRule>, 'group'> & { from?: number }

/** The VM whose rules they are: a database that few may ask. */
export const demoRuled = 'db-1'
export const demoRules: readonly Rule[] = [
  {
    action: 'accept',
    direction: 'in',
    protocols: ['tcp'],
    portstart: 22,
    portend: 22,
    from: 0,
    note: 'administration',
  },
  { action: 'accept', direction: 'in', protocols: ['tcp'], portstart: 9187, portend: 9187, from: 1, note: 'figures' },
  { action: 'accept', direction: 'in', protocols: ['tcp'], portstart: 5432, portend: 5432, peers: ['198.51.100.0/24'] },
  { action: 'accept', direction: 'in', protocols: ['icmp'] },
  { action: 'drop', direction: 'in', protocols: ['tcp'], portstart: 1, portend: 32_767 },
]
