import type { Context } from '../../../api/context.ts'
import type { Work } from '../../../db/transaction.ts'
import { parseAddress } from '../../../domain/ip/address.ts'
import { IPV4, IPV6 } from '../../../domain/ip/family.ts'
import type { ServerIpCreate } from '../../../domain/server-ip/schema.ts'
import { notFound, PanelError } from '../../../domain/shared/errors.ts'
import { changed } from '../../../events/changes.ts'
import { enqueue } from '../../../tasks/enqueue.ts'
import { type Address, allocate, allocateNamed } from '../../network/allocation.ts'
import { type AddressedServer, type Asked, placesFor } from './places.ts'
import { serverIpTask } from './tasks.ts'

const invalid = (field: string, words: string) => new PanelError('invalid_input', words, { value: field })

/** Gives an address to a server. It begins as `allocating`; a task makes it `ok`. */
export async function addAddress(ctx: Context, server_id: number, body: ServerIpCreate) {
  const family = body.family === 'ipv4' ? IPV4 : IPV6
  const named = body.ip_name === undefined ? null : parseAddress(body.ip_name)
  if (body.ip_name !== undefined && named?.family !== family)
    throw invalid('ip_name', `${body.ip_name} is no ${family === IPV4 ? 'IPv4' : 'IPv6'} address`)
  if (body.set_as_main_ipv4 && family !== IPV4)
    throw invalid('set_as_main_ipv4', 'Only an IPv4 address can be the main one')
  return ctx.mutate(async (work, note) => {
    const server = await lockServer(work, server_id)
    const places = await placesFor(work, server, body)
    const recipient = { server_id, account_id: server.owner_id, domain: body.domain.replace(/\.$/, '') }
    const address = named
      ? await giveNamed(work, named.text, places, body, recipient)
      : (await allocate(work, { ...recipient, ...places, count: 1, family }))[0]!
    if (family === IPV4 && (body.set_as_main_ipv4 || server.main_ip_id === null))
      await work.tx.server.update({ where: { id: server_id }, data: { main_ip_id: address.id } })
    await enqueue(
      work,
      serverIpTask,
      { ip_id: address.id, server_id },
      { registry_id: address.id, entity: 'ip', account_id: server.owner_id },
    )
    note.entity = 'ip'
    note.entity_id = address.id
    note.account_id = server.owner_id ?? undefined
    changed(work, { entity: 'server', entity_id: server_id, event: 'update', account_id: server.owner_id })
    return { id: address.id }
  })
}

/** The one address asked for by name, if it lies where this server may have addresses of. */
async function giveNamed(
  work: Work,
  name: string,
  places: Asked,
  body: ServerIpCreate,
  recipient: Parameters<typeof allocateNamed>[2],
): Promise<Address> {
  const address = await allocateNamed(work, { name, ip_pool: body.ip_pool, ip_network: body.ip_net }, recipient)
  if (
    address.ippool === null ||
    !places.serving.includes(address.ippool) ||
    !places.nets.includes(address.network ?? 0)
  )
    throw new PanelError(
      'refused',
      `${name} belongs to a pool or network that does not serve the location of the server`,
      {
        value: 'ip_name',
      },
    )
  return address
}

/** Makes an IPv4 address the main one of its server, in the place of the one that was. */
export async function makeMain(ctx: Context, ip_id: number) {
  await ctx.mutate(async (work, note) => {
    const found = await work.tx.ip.findUnique({ where: { id: ip_id } })
    if (!found) throw notFound('Address', ip_id)
    if (found.server_id === null)
      throw new PanelError('refused', `No server has ${found.ip_addr}: only an address of a server can be its main one`)
    if (found.family !== IPV4)
      throw new PanelError('refused', `${found.ip_addr} is no IPv4 address: only these can be the main one`)
    const server = await lockServer(work, found.server_id)
    // What was read before the lock may be gone by now.
    const [address] = await work.sql<{ state: string }>(
      'select state from ip where id = $1::int and server_id = $2::int for key share',
      [ip_id, server.id],
    )
    if (!address) throw notFound('Address', ip_id)
    if (['deleting', 'allocation_fail'].includes(address.state))
      throw new PanelError('wrong_state', `${found.ip_addr} is just being released, or could not be given`, {
        value: address.state,
      })
    note.account_id = server.owner_id ?? undefined
    if (server.main_ip_id === ip_id) return
    await work.tx.server.update({ where: { id: server.id }, data: { main_ip_id: ip_id } })
    const account_id = server.owner_id
    changed(work, { entity: 'server', entity_id: server.id, event: 'update', account_id })
    for (const entity_id of [server.main_ip_id, ip_id])
      if (entity_id !== null) changed(work, { entity: 'ip', entity_id, event: 'update', account_id })
  })
  return { id: ip_id }
}

/** The server with its location, locked: whoever changes its addresses comes after. */
async function lockServer(work: Work, id: number): Promise<AddressedServer> {
  // Locked first, read then: one statement would read from before it waited.
  await work.sql('select id from server where id = $1::int for update', [id])
  const [server] = await work.sql<AddressedServer>(
    `select s.id, s.name, s.owner_id, s.main_ip_id, s.location_id, l.name as location, l.userspace
       from server s join location l on l.id = s.location_id where s.id = $1::int`,
    [id],
  )
  if (!server) throw notFound('Server', id)
  return server
}
