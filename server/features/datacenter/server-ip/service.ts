import type { Context } from '../../../api/context.ts'
import type { Work } from '../../../db/transaction.ts'
import { parseAddress } from '../../../domain/ip/address.ts'
import { IPV4, IPV6 } from '../../../domain/ip/family.ts'
import type { ServerIpCreate } from '../../../domain/server-ip/schema.ts'
import { invalidInput, notFound, refused, wrongState } from '../../../domain/shared/errors.ts'
import { changed } from '../../../events/changes.ts'
import { msg } from '../../../shared/text.ts'
import { enqueueMany } from '../../../tasks/enqueue.ts'
import type { Address } from '../../network/allocation/address.ts'
import { allocate } from '../../network/allocation/allocate.ts'
import { allocateAllNamed } from '../../network/allocation/named.ts'
import { setMainAddresses } from '../server/main-address.ts'
import { type AddressedServer, type Asked, placesFor } from './places.ts'
import { serverIpTask } from './tasks.ts'

/** Gives an address to a server. It begins as `allocating`; a task makes it `ok`. */
export async function addAddress(ctx: Context, server_id: number, body: ServerIpCreate) {
  return ctx.mutate(async (work) => {
    const [given] = await giveAddresses(work, [{ server_id, body }])
    return { id: given!.entity_id }
  })
}

/** Gives addresses to servers, all or none, with as many statements for many as for one if they are named. Answers what the audit notes. */
export async function giveAddresses(
  work: Work,
  wanted: readonly { server_id: number; body: ServerIpCreate }[],
): Promise<{ entity: 'ip'; entity_id: number }[]> {
  for (const { body } of wanted) rejectFamily(body)
  const servers = await lockServers(
    work,
    wanted.map(({ server_id }) => server_id),
  )
  const known = new Map<string, Asked>()
  const asked: Wish[] = []
  for (const { server_id, body } of wanted) {
    const server = servers.get(server_id)
    if (!server) throw notFound(msg`Server`, server_id)
    const key = JSON.stringify([server.location_id, server.userspace, body.userspace, body.ip_pool, body.ip_net])
    const places = known.get(key) ?? (await placesFor(work, server, body))
    known.set(key, places)
    const to = { server_id, account_id: server.owner_id, domain: body.domain.replace(/\.$/, '') || null }
    asked.push({ server, body, places, to })
  }
  const addresses = await draw(work, asked)
  await writeMain(work, asked, addresses)
  await enqueueMany(
    work,
    serverIpTask,
    asked.map(({ server }, n) => {
      const ip_id = addresses[n]!.id
      return { input: { ip_id, server_id: server.id }, registry_id: ip_id, entity: 'ip', account_id: server.owner_id }
    }),
  )
  return asked.map(({ server }, n) => {
    changed(work, { entity: 'server', entity_id: server.id, event: 'update', account_id: server.owner_id })
    return { entity: 'ip', entity_id: addresses[n]!.id }
  })
}

type Wish = {
  server: AddressedServer
  body: ServerIpCreate
  places: Asked
  to: { server_id: number; account_id: number | null; domain: string | null }
}

const familyOf = ({ family }: ServerIpCreate) => (family === 'ipv4' ? IPV4 : IPV6)

function rejectFamily(body: ServerIpCreate) {
  const family = familyOf(body)
  if (body.ip_name !== undefined && parseAddress(body.ip_name)?.family !== family)
    throw invalidInput(msg`${body.ip_name} is not an ${family === IPV4 ? 'IPv4' : 'IPv6'} address`, 'ip_name')
  if (body.set_as_main_ipv4 && family !== IPV4)
    throw invalidInput(msg`Only an IPv4 address can be the main address`, 'set_as_main_ipv4')
}

/** The addresses asked for by name, if they lie where their servers may have addresses of; any others from the pools. */
async function draw(work: Work, asked: readonly Wish[]): Promise<Address[]> {
  const named = asked.flatMap(({ body: { ip_name, ip_pool, ip_net }, to }) => {
    const parsed = ip_name === undefined ? null : parseAddress(ip_name)
    return parsed ? [{ name: parsed.text, ip_pool, ip_network: ip_net, to }] : []
  })
  const ready = named.length > 0 ? await allocateAllNamed(work, named) : []
  const addresses: Address[] = []
  for (const { body, places, to } of asked) {
    const family = familyOf(body)
    const address =
      body.ip_name === undefined ? (await allocate(work, { ...to, ...places, count: 1, family }))[0]! : ready.shift()!
    addresses.push(address)
    const { ippool, network } = address
    if (ippool === null || !places.serving.includes(ippool) || !places.nets.includes(network ?? 0))
      throw refused(
        msg`${address.ip_addr} belongs to a pool or network that does not serve the location of the server`,
        'ip_name',
      )
  }
  return addresses
}

/** The first IPv4 address of a server is its main one, until another is set. */
async function writeMain(work: Work, asked: readonly Wish[], addresses: readonly Address[]) {
  const main = new Map<number, number>()
  for (const [n, { server, body }] of asked.entries())
    if (body.set_as_main_ipv4 || (familyOf(body) === IPV4 && server.main_ip_id === null && !main.has(server.id)))
      main.set(server.id, addresses[n]!.id)
  await setMainAddresses(work, main)
}

/** Makes an IPv4 address the main one of its server, in the place of the one that was. */
export async function makeMain(ctx: Context, ip_id: number) {
  await ctx.mutate(async (work) => {
    const found = await work.tx.ip.findUnique({ where: { id: ip_id } })
    if (!found) throw notFound(msg`Address`, ip_id)
    if (found.server_id === null)
      throw refused(msg`No server has ${found.ip_addr}: only an address of the server can be its main address`)
    if (found.family !== IPV4)
      throw refused(msg`${found.ip_addr} is not an IPv4 address: only IPv4 addresses can be the main address`)
    const server = await lockServer(work, found.server_id)
    // What was read before the lock may be gone by now.
    const [address] = await work.sql<{ state: string }>(
      'select state from ip where id = $1::int and server_id = $2::int for key share',
      [ip_id, server.id],
    )
    if (!address) throw notFound(msg`Address`, ip_id)
    if (['deleting', 'allocation_fail'].includes(address.state))
      throw wrongState(msg`${found.ip_addr} is being released, or could not be assigned`, address.state)
    if (server.main_ip_id === ip_id) return
    await setMainAddresses(work, new Map([[server.id, ip_id]]))
    const account_id = server.owner_id
    changed(work, { entity: 'server', entity_id: server.id, event: 'update', account_id })
    for (const entity_id of [server.main_ip_id, ip_id])
      if (entity_id !== null) changed(work, { entity: 'ip', entity_id, event: 'update', account_id })
  })
  return { id: ip_id }
}

/** The server with its location, locked: every change of its addresses takes this lock first. */
async function lockServer(work: Work, id: number): Promise<AddressedServer> {
  const server = (await lockServers(work, [id])).get(id)
  if (!server) throw notFound(msg`Server`, id)
  return server
}

async function lockServers(work: Work, ids: readonly number[]): Promise<Map<number, AddressedServer>> {
  // Locked first, read then: one statement would read from before it waited.
  await work.sql('select id from server where id = any ($1::int[]) order by id for update', [ids])
  const rows = await work.sql<AddressedServer>(
    `select s.id, s.name, s.owner_id, s.main_ip_id, s.location_id, l.name as location, l.userspace
       from server s join location l on l.id = s.location_id where s.id = any ($1::int[])`,
    [ids],
  )
  return new Map(rows.map((row) => [row.id, row]))
}
