import { setImmediate } from 'node:timers/promises'
import { importColumns } from '../../../../domain/import/columns.ts'
import { pduFields } from '../../../../domain/pdu/fields.ts'
import { pduCreate, pduEdit } from '../../../../domain/pdu/schema.ts'
import { placementEdit } from '../../../../domain/rack/schema.ts'
import { serverFields } from '../../../../domain/server/fields.ts'
import { serverCreate, serverEdit } from '../../../../domain/server/schema.ts'
import { invalidInput } from '../../../../domain/shared/errors.ts'
import { onlyIn, takenBy } from '../../../../domain/shared/field.ts'
import { switchFields } from '../../../../domain/switch/fields.ts'
import { switchCreate, switchEdit } from '../../../../domain/switch/schema.ts'
import { msg } from '../../../../shared/text.ts'
import { type DeviceTable, openParams, storedParams } from '../../device/params.ts'
import { pduList } from '../../pdu/list.ts'
import { createPdu, editPdu } from '../../pdu/service.ts'
import { moveDevice } from '../../placement/move.ts'
import { addServers, type NewServer, TriedServers } from '../../server/add.ts'
import { serverList } from '../../server/list.ts'
import { createServer, editServer, setMaintenance, setOwner } from '../../server/service.ts'
import { switchList } from '../../switch/list.ts'
import { createSwitch, editSwitch } from '../../switch/service.ts'
import type { Lookup } from '../lookup.ts'
import type { Given } from '../read.ts'
import { bodyOf, type Current, checked, columnsNow, type Handler, says, textOf } from './handler.ts'

/** Parameters of a device's ways in, secrets among them. */
const paramsOf = (kind: 'switch' | 'pdu') =>
  importColumns[kind].map(({ name }) => name).filter((name) => name.includes('_params.'))
const placement = ['location.name', 'rack.name', 'unit', 'face', 'depth']

const rackAt = (given: Given, at: Lookup) => {
  const name = textOf(given['rack.name'])
  return name === undefined ? undefined : at.rack('rack.name', name, textOf(given['location.name']))
}

function deviceCurrent(kind: 'switch' | 'pdu', table: DeviceTable): Current {
  const params = importColumns[kind].filter(({ name, type }) => name.includes('_params.') && type !== 'secret')
  return {
    from: `${table} d join location l on l.id = d.location_id join rack r on r.id = d.rack_id`,
    id: 'd.id',
    columns: {
      'location.name': 'l.name',
      'rack.name': 'r.name',
      ...columnsNow(fieldsOf[kind]),
      ...Object.fromEntries(params.map(({ name }) => [name, `d.${name.replace('.', "->>'")}'`])),
    },
    inLocation: 'd.location_id = $1::int',
    sealed: kindsOf(kind).flatMap((one) => [`d.${one}_params`, `d.${one}_secrets`]),
  }
}

const fieldsOf = { switch: switchFields, pdu: pduFields }

const kindsOf = (kind: 'switch' | 'pdu') =>
  kind === 'switch' ? (['snmp', 'ssh', 'netconf'] as const) : (['snmp'] as const)

/** What the panel knows of the ways in, to see what would change. */
const secretsOf = (kind: 'switch' | 'pdu', table: DeviceTable) => (id: number, row: Record<string, unknown>) => {
  const known: Given = {}
  for (const one of kindsOf(kind)) {
    const params = openParams<Record<string, string | number>>(table, id, one, storedParams(row, one))
    for (const [field, value] of Object.entries(params ?? {})) known[`${one}_params.${field}`] = value
  }
  return known
}

const face = (given: Given) =>
  checked('switch', placementEdit.pick({ face: true, depth: true }), bodyOf(given, ['face', 'depth']))

/** Moves devices whose placement differs; the rack is given by the row or stays. */
async function move(kind: 'switch' | 'pdu', ...[ctx, id, changed, given, at]: Parameters<Handler['edit']>) {
  if (!says(changed, placement)) return
  const to = { rack: await rackAt(given, at), ...bodyOf(given, ['unit', 'face', 'depth']) }
  await moveDevice(ctx, kind, id, checked(kind, placementEdit, to))
}

/** Its place is changed by a move. */
const editable = (kind: 'switch' | 'pdu') => takenBy(fieldsOf[kind], 'edit').filter((name) => name !== 'unit')

export const netSwitch: Handler = {
  list: switchList,
  current: deviceCurrent('switch', 'net_switch'),
  secrets: secretsOf('switch', 'net_switch'),
  async create(ctx, given, at) {
    const body = {
      ...bodyOf(given, [...takenBy(switchFields, 'create'), ...paramsOf('switch')]),
      rack: await rackAt(given, at),
    }
    await createSwitch(ctx, checked('switch', switchCreate, body), face(given))
  },
  async edit(ctx, id, changed, given, at) {
    await move('switch', ctx, id, changed, given, at)
    const body = bodyOf(changed, [...editable('switch'), ...paramsOf('switch')])
    if (Object.keys(body).length > 0) await editSwitch(ctx, id, checked('switch', switchEdit, body))
  },
}

export const pdu: Handler = {
  list: pduList,
  current: deviceCurrent('pdu', 'pdu'),
  secrets: secretsOf('pdu', 'pdu'),
  async create(ctx, given, at) {
    const body = {
      ...bodyOf(given, [...takenBy(pduFields, 'create'), ...paramsOf('pdu')]),
      rack: await rackAt(given, at),
    }
    await createPdu(ctx, checked('pdu', pduCreate, body), face(given))
  },
  async edit(ctx, id, changed, given, at) {
    await move('pdu', ctx, id, changed, given, at)
    const body = bodyOf(changed, [...editable('pdu'), ...paramsOf('pdu')])
    if (Object.keys(body).length > 0) await editPdu(ctx, id, checked('pdu', pduEdit, body))
  },
}

const atOnce = [...takenBy(serverFields, 'create'), 'unit', 'slot', 'mac']
const afterwards = onlyIn(serverFields, 'edit')
/** What an edit takes whatever else there is. */
const free = takenBy(serverFields, 'edit').filter((name) => name !== 'name')

async function serverBody(said: Given, given: Given, at: Lookup) {
  const name = textOf(said['platform.name'])
  // A name means another rack in another location, and another chassis in another rack.
  const elsewhere = said['location.name'] === undefined && said['rack.name'] === undefined ? said : given
  const [rack, chassis] = [textOf(elsewhere['rack.name']), textOf(elsewhere['chassis.name'])]
  const location = textOf(given['location.name'])
  return {
    ...bodyOf(said, atOnce),
    ...(name !== undefined && { platform: await at.platform('platform.name', name) }),
    // Of a blade the rack is that of its chassis.
    ...(chassis !== undefined && {
      chassis: await at.chassis('chassis.name', chassis, location, textOf(given['rack.name'])),
    }),
    ...(rack !== undefined && given['chassis.name'] === undefined && { rack: await rackAt(given, at) }),
  }
}

async function newServer(given: Given, at: Lookup): Promise<NewServer> {
  const body = checked('server', serverCreate, await serverBody(given, given, at))
  const later = says(given, afterwards) ? checked('server', serverEdit, bodyOf(given, afterwards)) : {}
  const owner = textOf(given.owner_email)
  const owner_id = owner === undefined ? undefined : await at.account('owner_email', owner)
  return { body, more: { ...later, maintenance: given.maintenance === true, owner_id } }
}

/** What the form of a server does with calls of their own. */
async function finish(...[ctx, id, changed, given, at]: Parameters<Handler['edit']>) {
  if (says(changed, ['half'])) {
    const to = { rack: await rackAt(given, at), ...bodyOf(given, ['unit', 'half']) }
    await moveDevice(ctx, 'server', id, checked('server', placementEdit, to))
  }
  if (typeof changed.maintenance === 'boolean') await setMaintenance(ctx, id, changed.maintenance)
  const owner = textOf(changed.owner_email)
  if (owner !== undefined) await setOwner(ctx, id, await at.account('owner_email', owner))
}

export const server: Handler = {
  list: serverList,
  current: {
    from: `server d join location l on l.id = d.location_id join platform f on f.id = d.platform_id left join rack r on r.id = d.rack_id
      left join chassis c on c.id = d.chassis_id left join account a on a.id = d.owner_id`,
    id: 'd.id',
    columns: {
      'platform.name': 'f.name',
      'location.name': 'l.name',
      'rack.name': 'coalesce(r.name, (select k.name from rack k where k.id = c.rack_id))',
      'chassis.name': 'c.name',
      half: "case when d.width = 'half' then (select min(x.half) from rack_cell x where x.kind = 'server' and x.ref = d.id) end",
      mac: "(select string_agg(m.mac, ' ' order by m.position) from server_mac m where m.server_id = d.id)",
      owner_email: 'a.email',
      unit: 'd.unit',
      slot: 'd.slot',
      ...columnsNow(serverFields),
    },
    inLocation: 'd.location_id = $1::int',
  },
  takes: (given) => !says(given, ['half']),
  tries: () => new TriedServers(),
  free: [...free, 'maintenance'],
  readEdit: (changed) => checked('server', serverEdit, bodyOf(changed, free)),
  async createAll(ctx, rows, at, tried) {
    await at.learnRacks(
      rows.flatMap((given) => {
        const name = textOf(given['rack.name'])
        return name === undefined ? [] : { name, location: textOf(given['location.name']) }
      }),
    )
    const read: { place: number; one: NewServer }[] = []
    const faults: unknown[] = Array(rows.length).fill(undefined)
    for (const [place, given] of rows.entries()) {
      // Other requests have their turn in between.
      if (place % 250 === 249) await setImmediate()
      try {
        read.push({ place, one: await newServer(given, at) })
      } catch (fault) {
        faults[place] = fault
      }
    }
    await ctx.mutate(async (work, note) => {
      const list = read.map(({ one }) => one)
      const answer = await addServers(work, list, (tried as TriedServers | null) ?? undefined)
      note.parts = []
      for (const [n, id] of answer.entries())
        if (typeof id === 'number') note.parts.push({ entity: 'server', entity_id: id })
        else faults[read[n]!.place] = id
    })
    return faults
  },
  async create(ctx, given, at) {
    const { id } = await createServer(ctx, checked('server', serverCreate, await serverBody(given, given, at)))
    const later = bodyOf(given, afterwards)
    if (Object.values(later).some((value) => value !== false))
      await editServer(ctx, id, checked('server', serverEdit, later))
    const { maintenance, ...rest } = given
    await finish(ctx, id, maintenance ? given : rest, given, at)
  },
  async edit(ctx, id, changed, given, at) {
    const to = textOf(changed['location.name'])
    if (to !== undefined && !says(given, ['rack.name', 'chassis.name'])) {
      const [part, words] = (await at.isBlade(id)) ? ['chassis', 'chassis and slot'] : ['rack', 'rack and unit']
      throw invalidInput(msg`Give the ${words} in ${to} as well`, part)
    }
    const body = { ...(await serverBody(changed, given, at)), ...bodyOf(changed, afterwards) }
    if (Object.keys(body).length > 0) await editServer(ctx, id, checked('server', serverEdit, body))
    await finish(ctx, id, changed, given, at)
  },
}
