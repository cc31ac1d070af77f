import { parseAddress } from '../../../../domain/ip/address.ts'
import { IPV6 } from '../../../../domain/ip/family.ts'
import { ipnetFields } from '../../../../domain/ipnet/fields.ts'
import { netCreate, netEdit } from '../../../../domain/ipnet/schema.ts'
import { ippoolFields } from '../../../../domain/ippool/fields.ts'
import { ipmgrPoolCreate, poolEdit } from '../../../../domain/ippool/schema.ts'
import { type ServerIpCreate, serverIpCreate } from '../../../../domain/server-ip/schema.ts'
import { refused } from '../../../../domain/shared/errors.ts'
import { importable } from '../../../../domain/shared/field.ts'
import { msg } from '../../../../shared/text.ts'
import { editAddress } from '../../../network/ip/service.ts'
import { ipnetList } from '../../../network/ipnet/list.ts'
import { createNetwork, editNetwork } from '../../../network/ipnet/service.ts'
import { ippoolList } from '../../../network/ippool/list.ts'
import { createPool, editPool } from '../../../network/ippool/service.ts'
import { rangeList } from '../../../network/range/list.ts'
import { createRange } from '../../../network/range/service.ts'
import { serverIpList } from '../../server-ip/list.ts'
import { addAddress, giveAddresses, makeMain } from '../../server-ip/service.ts'
import type { Lookup } from '../lookup.ts'
import type { Given } from '../read.ts'
import { bodyOf, checked, columnsNow, type Handler, textOf } from './handler.ts'

const locationOf = async (said: Given, at: Lookup) => {
  const name = textOf(said['location.name'])
  return name === undefined ? {} : { location: await at.location('location.name', name) }
}

export const ippool: Handler = {
  list: ippoolList,
  current: {
    from: 'ippool d left join location l on l.id = d.location_id',
    id: 'd.id',
    columns: { ...columnsNow(ippoolFields), 'location.name': 'l.name' },
    inLocation: 'd.location_id = $1::int',
  },
  async create(ctx, given, at) {
    const body = { ...bodyOf(given, importable(ippoolFields)), ...(await locationOf(given, at)) }
    await createPool(ctx, checked('ippool', ipmgrPoolCreate, body))
  },
  async edit(ctx, id, changed, _, at) {
    const body = { ...bodyOf(changed, importable(ippoolFields)), ...(await locationOf(changed, at)) }
    await editPool(ctx, id, checked('ippool', poolEdit, body))
  },
}

const netFields = ['gateway', 'vlan', ...importable(ipnetFields)]
export const ipnet: Handler = {
  list: ipnetList,
  current: {
    from: 'ipnet d left join location l on l.id = d.location_id',
    id: 'd.id',
    columns: {
      name: 'd.name',
      'location.name': 'l.name',
      gateway: 'host(d.gateway)',
      vlan: 'd.vlan',
      ...columnsNow(ipnetFields),
    },
    inLocation: 'd.location_id = $1::int',
  },
  async create(ctx, given, at) {
    const body = { ...bodyOf(given, ['name', ...netFields]), ...(await locationOf(given, at)) }
    await createNetwork(ctx, checked('ipnet', netCreate, body))
  },
  async edit(ctx, id, changed, _, at) {
    const body = { ...bodyOf(changed, netFields), ...(await locationOf(changed, at)) }
    await editNetwork(ctx, id, checked('ipnet', netEdit, body))
  },
}

export const range: Handler = {
  list: rangeList,
  current: {
    from: 'iprange d join ippool p on p.id = d.ippool_id',
    id: 'd.id',
    columns: { ippool_name: 'p.name', name: 'd.name' },
    inLocation: 'p.location_id = $1::int',
  },
  create: async (ctx, given, at) =>
    createRange(ctx, await at.pool('ippool_name', String(given.ippool_name)), String(given.name)),
  // Its name and pool are all there is of it.
  edit: async () => undefined,
}

function addressBody(given: Given): ServerIpCreate {
  const name = String(given.name)
  return checked('ip', serverIpCreate, {
    ...bodyOf(given, ['domain']),
    ip_name: name,
    family: parseAddress(name)?.family === IPV6 ? 'ipv6' : 'ipv4',
    ...(given.is_main === true && { set_as_main_ipv4: true }),
  })
}

/** Addresses of servers. Those of VMs are found, but assigned by the VMs only. */
export const ip: Handler = {
  list: serverIpList,
  current: {
    from: 'ip d left join server s on s.id = d.server_id',
    id: 'd.id',
    columns: {
      name: 'host(d.ip_addr)',
      server: 's.name',
      domain: 'd.domain',
      is_main: 'coalesce(s.main_ip_id = d.id, false)',
    },
    inLocation: 's.location_id = $1::int',
  },
  create: async (ctx, given, at) =>
    addAddress(ctx, await at.server('server', String(given.server)), addressBody(given)),
  async createAll(ctx, rows, at) {
    await at.learnServers(rows.map((given) => String(given.server)))
    const wanted: { server_id: number; body: ServerIpCreate }[] = []
    for (const given of rows)
      wanted.push({ server_id: await at.server('server', String(given.server)), body: addressBody(given) })
    await ctx.mutate(async (work, note) => {
      note.parts = await giveAddresses(work, wanted)
    })
  },
  async edit(ctx, id, changed) {
    if (changed.is_main === false) throw refused(msg`Choose another main address first`, 'is_main')
    if (changed.domain !== undefined) await editAddress(ctx, id, { domain: String(changed.domain) })
    if (changed.is_main) await makeMain(ctx, id)
  },
}
