import { unseal } from '../../../../db/secrets.ts'
import { chassisFields } from '../../../../domain/chassis/fields.ts'
import { chassisCreate, chassisEdit } from '../../../../domain/chassis/schema.ts'
import { cpuSocketFields } from '../../../../domain/cpu-socket/fields.ts'
import { cpuSocketCreate, cpuSocketEdit } from '../../../../domain/cpu-socket/schema.ts'
import { locationFields } from '../../../../domain/location/fields.ts'
import { locationCreate, locationEdit } from '../../../../domain/location/schema.ts'
import { platformFields } from '../../../../domain/platform/fields.ts'
import { platformCreate, platformEdit, platformWidth } from '../../../../domain/platform/schema.ts'
import { floorPlace } from '../../../../domain/rack/diagram.ts'
import { rackFields } from '../../../../domain/rack/fields.ts'
import { placementEdit, rackCreate, rackEdit } from '../../../../domain/rack/schema.ts'
import { takenBy } from '../../../../domain/shared/field.ts'
import { vlanFields } from '../../../../domain/vlan/fields.ts'
import { vlanCreate, vlanEdit } from '../../../../domain/vlan/schema.ts'
import { chassisList } from '../../chassis/list.ts'
import { createChassis, editChassis } from '../../chassis/service.ts'
import { cpuSocketList } from '../../cpu-socket/list.ts'
import { createCpuSocket, editCpuSocket } from '../../cpu-socket/service.ts'
import { locationList } from '../../location/list.ts'
import { createLocation, editLocation } from '../../location/service.ts'
import { moveDevice } from '../../placement/move.ts'
import { platformList } from '../../platform/list.ts'
import { createPlatform, editPlatform, setPlatformWidth } from '../../platform/service.ts'
import { placeOnFloor } from '../../rack/floor-plan.ts'
import { rackList } from '../../rack/list.ts'
import { createRack, editRack } from '../../rack/service.ts'
import { vlanList } from '../../vlan/list.ts'
import { createVlan, editVlan } from '../../vlan/service.ts'
import { bodyOf, checked, columnsNow, type Handler, numberOf, says, textOf } from './handler.ts'

const own = (alias: string, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, `${alias}.${name}`]))

export const location: Handler = {
  list: locationList,
  current: {
    from: 'location d',
    id: 'd.id',
    columns: { ...columnsNow(locationFields), ssh_address: 'd.ssh_address' },
    inLocation: 'd.id = $1::int',
    sealed: ['d.ssh_password'],
  },
  create: (ctx, given) =>
    createLocation(
      ctx,
      checked('location', locationCreate, bodyOf(given, [...takenBy(locationFields, 'create'), 'password'])),
    ),
  edit: (ctx, id, changed) =>
    editLocation(
      ctx,
      id,
      checked('location', locationEdit, bodyOf(changed, [...takenBy(locationFields, 'edit'), 'password'])),
    ),
  secrets: (id, row): { password?: string } =>
    typeof row.ssh_password === 'string'
      ? { password: unseal(row.ssh_password, { table: 'location', id, column: 'ssh_password' }) }
      : {},
}

export const cpuSocket: Handler = {
  list: cpuSocketList,
  current: {
    from: 'cpu_socket d',
    id: 'd.id',
    columns: columnsNow(cpuSocketFields),
    inLocation:
      'd.id in (select p.cpu_socket from platform p join server s on s.platform_id = p.id where s.location_id = $1::int)',
  },
  create: (ctx, given) =>
    createCpuSocket(ctx, checked('cpu_socket', cpuSocketCreate, bodyOf(given, takenBy(cpuSocketFields, 'create')))),
  edit: (ctx, id, changed) =>
    editCpuSocket(ctx, id, checked('cpu_socket', cpuSocketEdit, bodyOf(changed, takenBy(cpuSocketFields, 'edit')))),
}

export const platform: Handler = {
  list: platformList,
  current: {
    from: 'platform d join cpu_socket c on c.id = d.cpu_socket',
    id: 'd.id',
    columns: { ...columnsNow(platformFields), cpu_socket_name: 'c.name', cpu_socket_count: 'd.cpu_socket_count' },
    inLocation: 'd.id in (select s.platform_id from server s where s.location_id = $1::int)',
  },
  async create(ctx, given, at) {
    const socket = textOf(given.cpu_socket_name)
    const cpu_socket = socket === undefined ? undefined : await at.cpuSocket('cpu_socket_name', socket)
    const body = { ...bodyOf(given, [...takenBy(platformFields, 'create'), 'cpu_socket_count']), cpu_socket }
    const made = await createPlatform(ctx, checked('platform', platformCreate, body))
    if (given.width !== undefined && given.width !== 'full')
      await setPlatformWidth(ctx, made.id, checked('platform', platformWidth, bodyOf(given, ['width'])).width)
  },
  async edit(ctx, id, changed, _, at) {
    const socket = textOf(changed.cpu_socket_name)
    const cpu_socket = socket === undefined ? undefined : await at.cpuSocket('cpu_socket_name', socket)
    const body = {
      ...bodyOf(changed, [...takenBy(platformFields, 'edit'), 'cpu_socket_count']),
      ...(cpu_socket !== undefined && { cpu_socket }),
    }
    if (Object.keys(body).length > 0) await editPlatform(ctx, id, checked('platform', platformEdit, body))
    if (changed.width !== undefined)
      await setPlatformWidth(ctx, id, checked('platform', platformWidth, bodyOf(changed, ['width'])).width)
  },
}

const floorPlan = ['hall_row', 'hall_place']
export const rack: Handler = {
  list: rackList,
  current: {
    from: 'rack d join location l on l.id = d.location_id',
    id: 'd.id',
    columns: { 'location.name': 'l.name', ...columnsNow(rackFields), ...own('d', floorPlan) },
    inLocation: 'd.location_id = $1::int',
  },
  async create(ctx, given, at) {
    const location_id = await at.location('location.name', String(given['location.name']))
    const made = await createRack(
      ctx,
      location_id,
      checked('rack', rackCreate, bodyOf(given, takenBy(rackFields, 'create'))),
    )
    if (says(given, floorPlan)) await placeOnFloor(ctx, made.id, checked('rack', floorPlace, bodyOf(given, floorPlan)))
  },
  async edit(ctx, id, changed, given) {
    const body = bodyOf(changed, takenBy(rackFields, 'edit'))
    if (Object.keys(body).length > 0) await editRack(ctx, id, checked('rack', rackEdit, body))
    if (says(changed, floorPlan)) await placeOnFloor(ctx, id, checked('rack', floorPlace, bodyOf(given, floorPlan)))
  },
}

export const chassis: Handler = {
  list: chassisList,
  current: {
    from: 'chassis d join rack r on r.id = d.rack_id join location l on l.id = r.location_id',
    id: 'd.id',
    columns: {
      location_name: 'l.name',
      rack_name: 'r.name',
      ...columnsNow(chassisFields),
    },
    inLocation: 'r.location_id = $1::int',
  },
  async create(ctx, given, at) {
    const rack_id = await at.rack('rack_name', String(given.rack_name), textOf(given.location_name))
    const body = bodyOf(given, takenBy(chassisFields, 'create'))
    await createChassis(ctx, rack_id, checked('chassis', chassisCreate, body))
  },
  async edit(ctx, id, changed, given, at) {
    const body = bodyOf(changed, takenBy(chassisFields, 'edit'))
    if (Object.keys(body).length > 0) await editChassis(ctx, id, checked('chassis', chassisEdit, body))
    if (!says(changed, ['unit'])) return
    const rack_id = await at.rack('rack_name', String(given.rack_name), textOf(given.location_name))
    const to = { rack: rack_id, unit: numberOf(changed.unit) }
    await moveDevice(ctx, 'chassis', id, checked('chassis', placementEdit, to))
  },
}

export const vlan: Handler = {
  list: vlanList,
  current: {
    from: 'vlan d join location l on l.id = d.location_id',
    id: 'd.vlan_id',
    columns: { location_name: 'l.name', ...columnsNow(vlanFields), id: 'd.vlan_id' },
    inLocation: 'd.location_id = $1::int',
  },
  async create(ctx, given, at) {
    const location_id = await at.location('location_name', String(given.location_name))
    await createVlan(ctx, location_id, checked('vlan', vlanCreate, bodyOf(given, takenBy(vlanFields, 'create'))))
  },
  async edit(ctx, vlan_id, changed, given, at) {
    const location_id = await at.location('location_name', String(given.location_name))
    const body = checked('vlan', vlanEdit, bodyOf(changed, takenBy(vlanFields, 'edit')))
    await editVlan(ctx, { location_id, vlan_id }, body)
  },
}
