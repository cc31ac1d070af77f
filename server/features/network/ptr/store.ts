import type { Work } from '../../../db/transaction.ts'
import { parseAddress } from '../../../domain/ip/address.ts'
import { type Family, IPV4 } from '../../../domain/ip/family.ts'
import { zonesFor } from '../../../domain/ptr/reverse.ts'
import { refused } from '../../../domain/shared/errors.ts'
import { msg } from '../../../shared/text.ts'
import { enqueue, enqueueMany } from '../../../tasks/enqueue.ts'
import { zonesOf } from '../name-server/zones.ts'
import { type Holder, tellHolder } from './holder.ts'
import { hostPtrTask, ptrDeleteTask } from './tasks.ts'

/**
 * Notes which record an address is to have and queues the task that brings it to the name server.
 * @param domain null: none @returns the task's number @throws PanelError `refused` when no name server can hold it
 */
export async function wantRecord(work: Work, holder: Holder, ip_addr: string, domain: string | null): Promise<number> {
  if (domain !== null) await requireNameServer(work, ip_addr)
  const family: Family = parseAddress(ip_addr)?.family ?? IPV4
  const [row] = await work.sql<{ id: number; version: number }>(
    `insert into ptr (ip_addr, family, domain, ip_id, status) values ($1::inet, $2::int, $3, $4::int, 'in_progress')
     on conflict (ip_addr) do update set domain = excluded.domain, ip_id = excluded.ip_id, status = 'in_progress', fault = null, fault_at = null,
       version = ptr.version + 1
     returning id, version`,
    [ip_addr, family, domain, holder.id],
  )
  if (!row) throw new Error('a reverse record was neither made nor changed')
  tellHolder(work, holder)
  const { host_id, account_id } = holder
  const of = host_id === null ? { registry_id: holder.id, entity: 'ip' } : { registry_id: host_id, entity: 'host' }
  const input = { ptr_id: row.id, version: row.version }
  const { consul_id } = await enqueue(work, hostPtrTask, input, { ...of, account_id })
  return consul_id
}

/** @throws PanelError `refused` when no name server is set up that could hold the record of an address */
async function requireNameServer(work: Work, ip_addr: string): Promise<void> {
  const servers = await work.tx.name_server.findMany({ select: { zones: true } })
  if (servers.length === 0)
    throw refused(
      msg`Reverse records need a name server, and none is set up: an administrator adds one under Networks and addresses, Name servers`,
    )
  const address = parseAddress(ip_addr)
  const holds = ({ zones }: { zones: string }) =>
    zones === '' || (address !== null && zonesFor(address, zonesOf(zones)).length > 0)
  if (!servers.some(holds))
    throw refused(
      msg`No name server has a reverse zone for ${ip_addr}: an administrator adds the zone under Networks and addresses, Name servers`,
    )
}

/**
 * Removes the records of addresses that are released, each by a task of its own: the release does not wait for the name server.
 */
export async function removeRecordsOf(work: Work, ids: readonly number[]): Promise<void> {
  // A record that is being added to one of them is waited for, or finds it gone.
  await work.sql('select id from ip where id = any ($1::int[]) order by id for update', [ids])
  const rows = await work.sql<{ id: number; version: number }>(
    `update ptr set domain = null, ip_id = null, status = 'in_progress', fault = null, fault_at = null, version = version + 1
      where ip_id = any ($1::int[]) returning id, version`,
    [ids],
  )
  await queueRemovals(work, rows)
}

/** Tasks that remove records which belong to no address any more. */
export async function queueRemovals(work: Work, rows: readonly { id: number; version: number }[]): Promise<void> {
  if (rows.length === 0) return
  const each = rows.map(({ id, version }) => ({
    input: { ptr_id: id, version },
    registry_id: id,
    entity: 'ptr',
    account_id: null,
  }))
  await enqueueMany(work, ptrDeleteTask, each)
}
