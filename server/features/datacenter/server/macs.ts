import type { Work } from '../../../db/transaction.ts'
import { alreadyExists } from '../../../domain/shared/errors.ts'
import { changed } from '../../../events/changes.ts'
import { msg } from '../../../shared/text.ts'

/** Addresses of network cards as they are stored, each once. */
export const macsOf = (macs: readonly string[] | undefined) => [...new Set(macs?.map((mac) => mac.toLowerCase()))]

export const macTaken = (mac: string, server: number | string) =>
  alreadyExists(msg`Address ${mac} already belongs to server ${server}`, 'mac')

/** Servers that have these addresses. */
export async function macOwners(work: Work, macs: readonly string[]): Promise<Map<string, number>> {
  if (macs.length === 0) return new Map()
  const rows = await work.sql<{ mac: string; server_id: number }>(
    'select mac, server_id from server_mac where mac = any ($1::text[])',
    [macs],
  )
  return new Map(rows.map(({ mac, server_id }) => [mac, server_id]))
}

/** @throws PanelError when an address is another server's */
export async function addMacs(work: Work, list: readonly { mac: string; server_id: number; position: number }[]) {
  if (list.length === 0) return
  const made = await work.sql<{ mac: string }>(
    `insert into server_mac (mac, server_id, position)
     select m.mac, m.server_id, m.position from jsonb_to_recordset($1::jsonb) as m(mac text, server_id int, position int)
     on conflict do nothing returning mac`,
    [JSON.stringify(list)],
  )
  if (made.length === list.length) return
  const owners = await macOwners(
    work,
    list.map(({ mac }) => mac),
  )
  const taken = list.find(({ mac, server_id }) => owners.get(mac) !== server_id)
  throw macTaken(taken?.mac ?? '', owners.get(taken?.mac ?? '') ?? '')
}

/** Adds an address behind those that a server has; false when another server has it. */
export async function addLastMac(work: Work, server_id: number, mac: string): Promise<boolean> {
  const [row] = await work.sql<{ owner_id: number | null }>(
    `with added as (
       insert into server_mac (mac, server_id, position)
       select $1, $2::int, coalesce(max(position) + 1, 0) from server_mac where server_id = $2::int on conflict do nothing returning server_id)
     select s.owner_id from added join server s on s.id = added.server_id`,
    [mac, server_id],
  )
  if (row) changed(work, { entity: 'server', entity_id: server_id, event: 'update', account_id: row.owner_id })
  return row !== undefined
}
