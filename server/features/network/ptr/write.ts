import type { name_server, ptr } from '../../../../generated/prisma/client.ts'
import { db } from '../../../db/pool.ts'
import { parseAddress } from '../../../domain/ip/address.ts'
import { deviceRejected, PanelError, refused } from '../../../domain/shared/errors.ts'
import type { NameServerConnection, RecordPlace } from '../../../drivers/name-server/types.ts'
import { joined, msg, quote } from '../../../shared/text.ts'
import { withNameServer } from '../name-server/open.ts'

/** What was written, and where; null where there is no place for it. */
export type Written = { name_server_id: number; zone: string; record_name: string; found: string[] } | null

/**
 * Brings a record to the name server as it is wanted, and reads it back.
 * @throws PanelError `device_unreachable`, `device_rejected`, `refused` when no name server holds a zone for the address
 */
export async function writeWanted(row: ptr, signal: AbortSignal): Promise<Written> {
  // A record that never came to a name server needs no removal.
  if (row.domain === null && row.name_server_id === null) return null
  const found = await responsible(row, signal)
  if (!found) {
    if (row.domain === null) return null
    throw refused(
      msg`No name server has a reverse zone for ${row.ip_addr}: an administrator adds the zone under Networks and addresses, Name servers`,
    )
  }
  const { server, place } = found
  const answer = await withNameServer(server, signal, (connection) =>
    connection.writeRecord(place, row.domain, server.ttl, signal),
  )
  const wanted = row.domain === null ? [] : [row.domain]
  if (answer.domains.join(' ') !== wanted.join(' ')) {
    const shown = answer.domains.length > 0 ? quote(joined(answer.domains, ', ').toString()) : msg`no record`
    throw deviceRejected(
      msg`The name server ${server.address} accepted the record of ${row.ip_addr}, but answers ${shown}`,
    )
  }
  return { name_server_id: server.id, zone: place.zone, record_name: place.name, found: answer.domains }
}

type Responsible = { server: name_server; place: RecordPlace }

/**
 * The name server whose zone for an address is the smallest, and the place there. Servers that do not answer are passed over as long as another
 * one holds the address.
 */
async function responsible(row: ptr, signal: AbortSignal): Promise<Responsible | null> {
  const address = parseAddress(row.ip_addr)
  if (!address) return null
  const servers = await db().prisma.name_server.findMany({ orderBy: { id: 'asc' } })
  const faults: unknown[] = []
  const found: Responsible[] = []
  for (const server of servers) {
    try {
      const locate = (connection: NameServerConnection) => connection.locate(address, signal)
      const place = await withNameServer(server, signal, locate)
      if (place) found.push({ server, place })
    } catch (fault) {
      signal.throwIfAborted()
      if (!(fault instanceof PanelError)) throw fault
      faults.push(fault)
    }
  }
  found.sort((a, b) => b.place.prefix - a.place.prefix || a.server.id - b.server.id)
  // Of the removal of a record it matters where it was written.
  const best = found.find(({ server }) => row.domain === null && server.id === row.name_server_id) ?? found[0]
  if (!best && faults.length > 0) throw faults[0]
  return best ?? null
}
