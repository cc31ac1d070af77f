import type { Work } from '../../../db/transaction.ts'
import { changed } from '../../../events/changes.ts'
import { passMainAddressesOn } from '../../datacenter/server/main-address.ts'
import { removeRecordsOf } from '../ptr/store.ts'
import { type Address, COLUMNS, noted } from './address.ts'

/**
 * Releases addresses by their ids, or all of a VM. Answers what was released; unknown ids are skipped. A server whose
 * main address goes gets the oldest IPv4 address that it keeps as its main one.
 */
export async function release(work: Work, which: { host_id: number } | { ids: readonly number[] }): Promise<Address[]> {
  const ids =
    'ids' in which ? which.ids : (await work.tx.ip.findMany({ where: which, select: { id: true } })).map((x) => x.id)
  if (!ids.length) return []
  const servers = 'ids' in which ? await lockServersOf(work, ids) : []
  await removeRecordsOf(work, ids)
  const rows = await work.sql<Address>(
    `select ${COLUMNS} from ip_release($1::int[]) i left join ipnet n on n.id = i.ipnet_id order by i.id`,
    [ids],
  )
  if (servers.length) await keepMain(work, servers)
  return rows.map((row) => noted(work, row, 'delete'))
}

type Server = { id: number; owner_id: number | null }

/** The servers that have the addresses, locked: always the server first, then its addresses. */
const lockServersOf = (work: Work, ids: readonly number[]) =>
  work.sql<Server>(
    'select id, owner_id from server where id in (select server_id from ip where id = any ($1::int[])) order by id for update',
    [ids],
  )

async function keepMain(work: Work, servers: readonly Server[]) {
  await passMainAddressesOn(
    work,
    servers.map(({ id }) => id),
  )
  // All of them changed: a server shows all its addresses.
  for (const { id, owner_id } of servers)
    changed(work, { entity: 'server', entity_id: id, event: 'update', account_id: owner_id })
}
