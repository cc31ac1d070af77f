import type { Work } from '../../db/transaction.ts'
import { changed } from '../../events/changes.ts'
import { cardsInfo, controlHostUser } from './plan/control-hosts.ts'
import { demoControllers, type RoomController } from './plan/controllers.ts'
import { demoRoom } from './plan/room.ts'
import { platforms, rooms, special, vlans } from './plan/room-plan.ts'
import { writeControllers } from './room-controllers.ts'
import { writePdus, writeSwitches } from './room-devices.ts'
import { writeMachines } from './room-machines.ts'
import { writeNetworks } from './room-network.ts'
import { writeRequests } from './room-requests.ts'
import { type Ids, idOf, rackCells } from './room-rows.ts'
import { rowWriter } from './room-write.ts'

/** What the demo's racks consist of besides what stands in its locations. */
export type RoomContents = {
  suffix: string
  locations: number[]
  pools: number[]
  nets: number[]
  platforms: number[]
  sockets: number[]
  /** Folder in which its control hosts keep their files; absent in a demo of an earlier version. */
  control_hosts?: string
}

/** Whom the demo's servers belong to, and the nodes that run on some of them, in the order of the plan. */
type People = { owners: readonly number[]; nodes: readonly (number | undefined)[] }

/**
 * Writes two locations full of racks, servers and devices: whole tables at once, since a thousand calls would take a minute.
 * Names that are taken already get a suffix, all of them the same.
 */
export async function loadRoom(work: Work, people: People): Promise<RoomContents> {
  const suffix = await freeSuffix(work)
  const room = demoRoom(suffix)
  const { rows, ids } = rowWriter(work)

  const locations = await ids(
    'location',
    rooms.map(({ name, geolocation, ssh_address }, place) => ({
      name: name + suffix,
      geolocation,
      ssh_address,
      ssh_user: controlHostUser.login,
      status: 'need_setup',
      setup_info: cardsInfo(place),
      checked_at: new Date(),
    })),
  )
  const locationOf = (place: number) => idOf(locations, (rooms[place]?.name ?? '') + suffix)
  const rackIds = await rows(
    'rack',
    room.racks.map((rack) => ({
      location_id: locationOf(rack.room),
      name: rack.name,
      size: rack.size,
      hall_row: rack.hall_row,
      hall_place: rack.hall_place,
    })),
  )
  const racks: Ids = new Map(room.racks.map((rack, n) => [rack.key, rackIds[n] ?? 0]))
  await rows(
    'vlan',
    rooms.flatMap((_, n) => vlans.map((vlan) => ({ location_id: locationOf(n), ...vlan }))),
    'vlan_id',
  )

  const models = await hardware(work)
  const chassis = await ids(
    'chassis',
    room.chassis.map(({ rack, name, unit, size, slots }) => ({
      rack_id: idOf(racks, rack),
      name,
      unit,
      size,
      server_slot_count: slots,
    })),
  )
  const reservedIds = await rows(
    'rack_reservation',
    room.reservations.map(({ rack, unit, size }) => ({
      rack_id: idOf(racks, rack),
      unit,
      size,
      note: 'Expansion, first quarter',
    })),
  )
  const reserved: Ids = new Map(room.reservations.map(({ rack, unit }, n) => [`${rack}:${unit}`, reservedIds[n] ?? 0]))

  const controllers = demoControllers(room, suffix)
  const plain = (name: string) => special[name.slice(0, name.length - suffix.length)] ?? {}
  const servers = await ids(
    'server',
    room.servers.map((server, n) => {
      const { name, platform, rack, unit, chassis: enclosure, slot, owner, node } = server
      const { off, ...facts } = plain(name)
      const { type, server_size: size, width } = platforms[platform]
      return {
        name,
        type,
        platform_id: idOf(models.platforms, platforms[platform].name),
        size,
        width,
        location_id: locationOf(server.room),
        rack_id: rack && idOf(racks, rack),
        unit,
        slot,
        chassis_id: enclosure && idOf(chassis, enclosure),
        owner_id: owner === null ? null : (people.owners[owner] ?? null),
        node_id: node === null ? null : (people.nodes[node] ?? null),
        configuration: platforms[platform].configuration,
        power_status: off ? 'off' : powerOf(controllers[n]),
        barcode: `DH${String(100_000 + n * 7)}`,
        note: '',
        state_info: null,
        maintenance: false,
        is_new: false,
        ...facts,
      }
    }),
  )
  await rows(
    'server_mac',
    room.servers.flatMap(({ name, macs }) =>
      macs.map((mac, position) => ({ mac, server_id: idOf(servers, name), position })),
    ),
    'server_id',
  )
  await rows(
    'chassis_slot',
    room.servers.flatMap(({ name, chassis: enclosure, slot }) =>
      enclosure ? [{ chassis_id: idOf(chassis, enclosure), slot, server_id: idOf(servers, name) }] : [],
    ),
    'server_id',
  )
  const switches = await writeSwitches(work, room, locationOf, racks, servers)
  const pdus = await writePdus(work, room, locationOf, racks, servers)
  await writeControllers(work, room, suffix, servers)
  const cells = rackCells(room, racks, { server: servers, switch: switches, pdu: pdus, chassis, reserved })
  await rows('rack_cell', cells, 'ref')
  await writeMachines(work, locationOf(0))
  await writeRequests(work, locationOf(0))
  const network = await writeNetworks(work, room, locationOf, servers, suffix)

  const made = [
    ['location', locations],
    ['rack', racks],
    ['server', servers],
    ['switch', switches],
    ['pdu', pdus],
  ] as const
  for (const [entity, known] of made)
    for (const [name, id] of known) changed(work, { entity, entity_id: id, event: 'create', data: { name } })
  return { suffix, locations: [...locations.values()], ...network, platforms: models.fresh, sockets: models.sockets }
}

/** Known power states: unknown where it depends on a controller that does not answer. */
const powerOf = (controller: RoomController | undefined) =>
  !controller || controller.dead || controller.replaced ? 'unknown' : controller.on ? 'on' : 'off'

/** The first suffix with which no name of the demo is taken. */
async function freeSuffix(work: Work): Promise<string> {
  for (let n = 1; ; n++) {
    const suffix = n === 1 ? '' : n === 2 ? '-demo' : `-demo-${n - 1}`
    const { servers, switches, pdus } = demoRoom(suffix)
    const names = (list: readonly { name: string }[]) => list.map(({ name }) => name)
    const [taken] = await work.sql(
      `select 1 from location where name = any($1::text[]) union all select 1 from server where name = any($2::text[])
       union all select 1 from net_switch where name = any($3::text[]) union all select 1 from pdu where name = any($4::text[])
       union all select 1 from ippool where name = any($1::text[]) limit 1`,
      [rooms.map(({ name }) => name + suffix), names(servers), names(switches), names(pdus)],
    )
    if (!taken) return suffix
  }
}

/** Sockets and platforms; those that are there already are used. `fresh` and `sockets` are what was made here. */
async function hardware(work: Work) {
  const [socket] = await work.sql<{ id: number }>(
    `insert into cpu_socket (name) values ('LGA 4189') on conflict do nothing returning id`,
  )
  const cpu_socket =
    socket?.id ?? (await work.tx.cpu_socket.findUniqueOrThrow({ where: { name: 'LGA 4189' }, select: { id: true } })).id
  const list = Object.values(platforms).map(({ watts: _, configuration: __, ...platform }) => ({
    ...platform,
    cpu_socket,
    cpu_socket_count: 2,
    ram_slot_count: 32,
    max_ram: 4096,
    pci_slot_count: 3,
  }))
  const fresh = await rowWriter(work).rows('platform', list, 'id', 'on conflict do nothing')
  const all = await work.tx.platform.findMany({ where: { name: { in: list.map(({ name }) => name) } } })
  const known: Ids = new Map(all.map(({ id, name }) => [name, id]))
  return { platforms: known, fresh, sockets: socket ? [socket.id] : [] }
}
