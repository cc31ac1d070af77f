import { pduConnect } from '../../../../domain/pdu/schema.ts'
import { switchConnect, switchConnectionEdit } from '../../../../domain/switch/schema.ts'
import { pduConnectionList } from '../../pdu-connection/list.ts'
import { connectOutlet } from '../../pdu-connection/service.ts'
import { switchConnectionList } from '../../switch-connection/list.ts'
import { connectPort, editConnection } from '../../switch-connection/service.ts'
import { bodyOf, checked, type Handler, textOf } from './handler.ts'

export const switchConnection: Handler = {
  list: switchConnectionList,
  current: {
    from: `switch_connection d join switch_port p on p.id = d.switch_port_id join net_switch w on w.id = p.switch_id
      join server s on s.id = d.server_id`,
    id: 'd.id',
    columns: {
      switch_name: 'w.name',
      port_name: "coalesce(nullif(p.name, ''), p.if_index)",
      server_name: 's.name',
      do_not_collect_traffic: 'd.do_not_collect_traffic',
    },
    inLocation: 'w.location_id = $1::int',
  },
  async create(ctx, given, at) {
    const server = textOf(given.server_name)
    const body = {
      ...bodyOf(given, ['do_not_collect_traffic']),
      switch_port_id: await at.port('port_name', String(given.switch_name), String(given.port_name)),
      server_id: server === undefined ? undefined : await at.server('server_name', server),
    }
    await connectPort(ctx, checked('switch_connection', switchConnect, body))
  },
  edit: (ctx, id, changed) =>
    editConnection(
      ctx,
      id,
      checked('switch_connection', switchConnectionEdit, bodyOf(changed, ['do_not_collect_traffic'])),
    ),
}

export const pduConnection: Handler = {
  list: pduConnectionList,
  current: {
    from: 'pdu_connection d join pdu_port p on p.id = d.pdu_port_id join pdu u on u.id = p.pdu_id join server s on s.id = d.server_id',
    id: 'd.id',
    columns: { pdu_name: 'u.name', port_identity: 'p.identity', server_name: 's.name' },
    inLocation: 'u.location_id = $1::int',
  },
  async create(ctx, given, at) {
    const server = textOf(given.server_name)
    const body = {
      pdu_port_id: await at.outlet('port_identity', String(given.pdu_name), Number(given.port_identity)),
      server_id: server === undefined ? undefined : await at.server('server_name', server),
    }
    await connectOutlet(ctx, checked('pdu_connection', pduConnect, body))
  },
  // Its two ends are all there is of it.
  edit: async () => undefined,
}
