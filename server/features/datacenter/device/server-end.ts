import type { Work } from '../../../db/transaction.ts'
import { serverLifecycle } from '../../../domain/server/states.ts'
import { missingLink, refused, wrongState } from '../../../domain/shared/errors.ts'
import { changed } from '../../../events/changes.ts'
import { msg, type Text } from '../../../shared/text.ts'

export type ServerEnd = { id: number; name: string; owner_id: number | null }
type Held = ServerEnd & { state: string; location_id: number }
type Device = { what: Text; name: string; location_id: number }

/**
 * The server that a cable is about, held so that it neither moves nor changes its state meanwhile.
 * @throws PanelError 400 when there is none or it is in another location, 409 while it is being suspended or resumed
 */
export async function holdServer(work: Work, server_id: number, device: Device): Promise<Held> {
  const [server] = await work.sql<Held & { location: string; there: string }>(
    `select s.id, s.name, s.owner_id, s.state, s.location_id, l.name as location,
            (select t.name from location t where t.id = $2::int) as there
       from server s join location l on l.id = s.location_id where s.id = $1::int for no key update of s`,
    [server_id, device.location_id],
  )
  if (!server) throw missingLink('server_id', msg`Server`, server_id)
  if (server.location_id !== device.location_id)
    throw refused(
      msg`Server ${server.name} is in ${server.location}, ${device.what} ${device.name} in ${server.there}: connect devices of the same location only`,
      'server_id',
    )
  return server
}

/** @throws PanelError 409 while the ports of the server are being switched */
export function rejectMoving(server: { name: string; state: string }) {
  if (serverLifecycle.isMoving(server.state as 'suspending'))
    throw wrongState(msg`Server ${server.name} is being suspended or resumed: try again afterwards`)
}

/** Notifies all who may see the server that its cables have changed. */
export function tellCable(
  work: Work,
  entity: 'switch_connection' | 'pdu_connection',
  event: 'create' | 'update' | 'delete',
  id: number,
  server: Pick<ServerEnd, 'id' | 'owner_id'>,
  port: { entity: 'switch_port' | 'pdu_port'; id: number },
) {
  const account_id = server.owner_id
  changed(work, { entity, entity_id: id, event, account_id, relations: { server: server.id } })
  changed(work, { entity: 'server', entity_id: server.id, event: 'update', account_id })
  changed(work, { entity: port.entity, entity_id: port.id, event: 'update' })
}
