import { netCreate, netEdit } from '../../../../domain/ipnet/schema.ts'
import { ipmgrPoolCreate, poolEdit } from '../../../../domain/ippool/schema.ts'
import { ipnetList } from '../../../network/ipnet/list.ts'
import { createNetwork, editNetwork } from '../../../network/ipnet/service.ts'
import { ippoolList } from '../../../network/ippool/list.ts'
import { createPool, editPool } from '../../../network/ippool/service.ts'
import { rangeList } from '../../../network/range/list.ts'
import { createRange } from '../../../network/range/service.ts'
import { bodyOf, checked, type Handler } from './handler.ts'

export const ippool: Handler = {
  list: ippoolList,
  current: {
    from: 'ippool d',
    id: 'd.id',
    columns: { name: 'd.name', note: 'd.note' },
    inLocation: 'd.location_id = $1::int',
  },
  create: (ctx, given) => createPool(ctx, checked('ippool', ipmgrPoolCreate, bodyOf(given, ['name', 'note']))),
  edit: (ctx, id, changed) => editPool(ctx, id, checked('ippool', poolEdit, bodyOf(changed, ['note']))),
}

const netFields = ['gateway', 'need_reserve', 'vlan', 'note']
export const ipnet: Handler = {
  list: ipnetList,
  current: {
    from: 'ipnet d',
    id: 'd.id',
    columns: {
      name: 'd.name',
      gateway: 'host(d.gateway)',
      need_reserve: 'd.need_reserve',
      vlan: 'd.vlan',
      note: 'd.note',
    },
    inLocation: 'd.location_id = $1::int',
  },
  create: (ctx, given) => createNetwork(ctx, checked('ipnet', netCreate, bodyOf(given, ['name', ...netFields]))),
  edit: (ctx, id, changed) => editNetwork(ctx, id, checked('ipnet', netEdit, bodyOf(changed, netFields))),
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
