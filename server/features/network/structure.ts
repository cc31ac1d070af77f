import { alone } from '../../db/advisory.ts'
import type { Work } from '../../db/transaction.ts'
import { inUse, missingLink } from '../../domain/shared/errors.ts'
import { joined, msg, type Text } from '../../shared/text.ts'

/** Makes changes of networks and ranges one after the other: each looks at what lies around it. Held until the commit. */
export const lockStructure = (work: Work) => alone(work, 'network_structure')

/** The violated exclusion constraint of networks or ranges, whichever client met it. */
export function isOverlap(fault: unknown, constraint: 'ipnet_overlap' | 'iprange_overlap'): boolean {
  const { message, cause, meta } = (fault ?? {}) as { message?: string; cause?: unknown; meta?: unknown }
  return `${message ?? ''} ${JSON.stringify(cause ?? '')} ${JSON.stringify(meta ?? '')}`.includes(constraint)
}

/**
 * "3 virtual machines", "1 virtual machine, 1 server and 2 addresses without either"; null when they are unused.
 * `where` is SQL over `ip i`.
 */
export async function usersOf(work: Work, where: string, values: unknown[]): Promise<Text | null> {
  const [row] = await work.sql<{ hosts: number; servers: number; loose: number }>(
    `select count(distinct i.host_id)::int as hosts, count(distinct i.server_id)::int as servers,
            count(*) filter (where i.host_id is null and i.server_id is null)::int as loose from ip i where ${where}`,
    values,
  )
  const { hosts = 0, servers = 0, loose = 0 } = row ?? {}
  const words = [
    ...(hosts ? [hosts === 1 ? msg`1 VM` : msg`${hosts} VMs`] : []),
    ...(servers ? [servers === 1 ? msg`1 server` : msg`${servers} servers`] : []),
    ...(loose ? [loose === 1 ? msg`1 unassigned address` : msg`${loose} unassigned addresses`] : []),
  ]
  return words.length ? joined(words, ' and ') : null
}

/** Refuses to remove what is in use. */
export async function rejectUsed(work: Work, what: Text, where: string, values: unknown[]) {
  const users = await usersOf(work, where, values)
  if (users) throw inUse(msg`${what} is in use by ${users}`)
}

/** @throws PanelError when a location is named that does not exist */
export async function requireLocation(work: Work, location: number | null | undefined) {
  if (typeof location !== 'number') return
  const [row] = await work.sql('select id from location where id = $1::int for key share', [location])
  if (!row) throw missingLink('location', msg`Location`, location)
}
