import type { Work } from '../../../db/transaction.ts'
import type { ServerIpCreate } from '../../../domain/server-ip/schema.ts'
import { invalidInput, noResources, refused } from '../../../domain/shared/errors.ts'
import { msg } from '../../../shared/text.ts'

/** What the giving of an address needs to know of its server. */
export type AddressedServer = {
  id: number
  name: string
  owner_id: number | null
  main_ip_id: number | null
  location_id: number
  location: string
  userspace: number
}

/** Where an address may come from: the pools to draw from in their order, all that serve the location, and networks (0 = none). */
export type Asked = { pools: number[]; serving: number[]; nets: number[] }

type Row = {
  kind: 'pool' | 'net'
  id: number
  name: string
  serves: boolean
  location: string | null
  userspace: number
  automatic: boolean
  /** Connected to clusters, and so for their VMs only. */
  connected: boolean
}

/**
 * Pools and networks that serve the location of a server: its own before those of all locations, of the userspace asked for or else
 * the location's. A pool that is not to be drawn from by itself has to be named.
 * @throws PanelError `invalid_input` or `refused`, with the field, when the named pool or network cannot give one
 */
export async function placesFor(work: Work, server: AddressedServer, body: ServerIpCreate): Promise<Asked> {
  const { ip_pool, ip_net } = body
  const userspace = body.userspace ?? server.userspace
  const serves = '(x.location_id is null or x.location_id = $1::int) and x.userspace = $2::int'
  const rows = await work.sql<Row>(
    `select 'pool' as kind, x.id, x.name, ${serves} as serves, l.name as location, x.userspace, x.auto_selection_allowed as automatic,
            x.location_id is null as common, false as connected
       from ippool x left join location l on l.id = x.location_id where ${serves} or x.id = $3::int
     union all
     select 'net', x.id, x.name, ${serves}, l.name, x.userspace, true, x.location_id is null,
            exists (select from ipnet_cluster nc where nc.ipnet_id = x.id)
       from ipnet x left join location l on l.id = x.location_id where ${serves} or x.id = $4::int
     order by common, id`,
    [server.location_id, userspace, ip_pool ?? null, ip_net ?? null],
  )
  const rejectOther = (kind: Row['kind'], id: number, field: string) => {
    const row = rows.find((one) => one.kind === kind && one.id === id)
    const what = kind === 'pool' ? msg`Pool` : msg`Network`
    if (!row) throw invalidInput(msg`${what} ${id} does not exist`, field)
    const name = msg`${what} ${row.name}`
    if (row.connected) throw refused(msg`${name} is connected to clusters and serves their VMs only`, field)
    if (row.serves) return
    const words =
      row.userspace === userspace
        ? msg`${name} is for ${row.location ?? ''}, but server ${server.name} is in ${server.location}`
        : msg`${name} belongs to userspace ${row.userspace}, not to ${userspace}`
    throw refused(words, field)
  }
  if (ip_pool !== undefined) rejectOther('pool', ip_pool, 'ip_pool')
  if (ip_net !== undefined) rejectOther('net', ip_net, 'ip_net')
  const of = (kind: Row['kind']) => rows.filter((row) => row.kind === kind && row.serves && !row.connected)
  const serving = of('pool')
  // A named network says enough: its ranges may belong to any pool that serves the place.
  const drawn = serving.filter((pool) =>
    ip_pool === undefined ? pool.automatic || ip_net !== undefined : pool.id === ip_pool,
  )
  if (drawn.length === 0 && userspace !== server.userspace)
    throw invalidInput(msg`No pool of userspace ${userspace} serves ${server.location}`, 'userspace')
  if (drawn.length === 0)
    throw noResources(msg`No pool serves ${server.location}: choose a pool, or add one for this location`)
  return {
    pools: drawn.map(({ id }) => id),
    serving: serving.map(({ id }) => id),
    nets: ip_net === undefined ? [0, ...of('net').map(({ id }) => id)] : [ip_net],
  }
}
