import { stored } from '../../db/sentences.ts'
import type { Work } from '../../db/transaction.ts'
import { deviceNames, silentOverSnmp } from '../../drivers/device-messages.ts'
import { mergeParams } from '../../features/datacenter/device/params.ts'
import { simulatedUser } from '../devices/switch/agent.ts'
import { isUp } from '../devices/switch/model.ts'
import type { DemoRoom } from './plan/room.ts'
import { type HistoryPorts, writeHistory, writeMonths } from './room-history.ts'
import { type Ids, idOf, portRows, simulatedOf } from './room-rows.ts'
import { rowWriter } from './room-write.ts'

/** What simulated devices take, stored like any device's. */
const community = { version: 'snmp_v2c', community: 'private' }
const version3 = {
  version: 'snmp_v3',
  security_username: simulatedUser.name,
  security_level: 'auth_with_privacy',
  auth_protocol: 'SHA',
  auth_password: simulatedUser.auth.password,
  privacy_protocol: 'AES',
  privacy_password: simulatedUser.privacy.password,
}
export const netconfUser = { username: 'panel', password: 'demo-password' }

export type LocationOf = (place: number) => number

const nextIds = async (work: Work, table: string, count: number) =>
  (
    await work.sql<{ id: number }>(
      `select nextval(pg_get_serial_sequence('${table}', 'id'))::int as id from generate_series(1, $1::int)`,
      [count],
    )
  ).map(({ id }) => id)

/** Switches with their ports and the cables at them. @returns ids by name */
export async function writeSwitches(work: Work, room: DemoRoom, locationOf: LocationOf, racks: Ids, servers: Ids) {
  const { rows } = rowWriter(work)
  const own = await nextIds(work, 'net_switch', room.switches.length)
  const at = new Date()
  const models = room.switches.map((plan) => simulatedOf(room, plan))
  await rows(
    'net_switch',
    room.switches.map((plan, n) => {
      const id = own[n] ?? 0
      const none = { params: null, secrets: null }
      const snmp = mergeParams('net_switch', id, 'snmp', none, plan.v3 ? version3 : community)
      const netconf =
        plan.device === 'vendorB_without_els' &&
        mergeParams('net_switch', id, 'netconf', none, { ...netconfUser, port: 830 })
      const model = models[n]
      const seen = plan.dead ? new Date(at.getTime() - 47 * 60_000) : at
      return {
        id,
        name: plan.name,
        device: plan.device,
        ip: plan.address,
        location_id: locationOf(plan.room),
        ...{
          rack_id: idOf(racks, plan.rack),
          unit: plan.unit,
          size: 1,
          face: 'front',
          depth: 'half',
          hostname: plan.name,
        },
        snmp_params: snmp.params,
        snmp_secrets: snmp.secrets,
        netconf_params: netconf ? netconf.params : null,
        netconf_secrets: netconf ? netconf.secrets : null,
        additional_info: {
          ...{
            description: model?.description,
            location: model?.location,
            contact: '',
            object_id: '1.3.6.1.4.1.8072.3.2.10',
          },
          model: model?.model,
          serial: model?.serial,
          firmware: '1.0',
        },
        status: plan.dead ? 'fail' : 'ok',
        fault: plan.dead ? stored(silentOverSnmp(deviceNames.switch.at(plan.address), false)) : null,
        note: '',
        last_update: at,
        last_success_update: seen,
        version: 1,
        created_at: at,
      }
    }),
  )
  const list = room.switches.flatMap((plan, n) => {
    const model = models[n]
    return model ? portRows(model, plan).map((port) => ({ switch_id: own[n] ?? 0, ...port, seen_at: at })) : []
  })
  const ports = await rows('switch_port', list)
  let first = 0
  const history = room.switches.map((plan, n): HistoryPorts => {
    const here = models[n]?.ports.map((port, at) => ({ ...port, id: ports[first + at] ?? 0 })) ?? []
    first += here.length
    const busy = plan.dead ? [] : here.filter(isUp)
    return {
      switch_id: own[n] ?? 0,
      ports: busy.map(({ id }) => id),
      in_rates: busy.map((port) => port.in_rate),
      out_rates: busy.map((port) => port.out_rate),
      error_rates: busy.map((port) => port.error_rate),
    }
  })
  await writeHistory(work, history)
  const planned = room.switches.flatMap((plan) => plan.ports)
  await rows(
    'switch_connection',
    planned.flatMap(({ server, ipmi, forgotten }, n) =>
      server && !forgotten
        ? [
            {
              server_id: idOf(servers, server),
              switch_port_id: ports[n],
              is_ipmi_connection: ipmi ?? false,
              // Earlier traffic belongs to another server: the demo's week of traffic shall be the server's own.
              created_at: new Date(at.getTime() - 30 * 86_400_000),
            },
          ]
        : [],
    ),
  )
  await writeMonths(work, history)
  return new Map(room.switches.map(({ name }, n) => [name, own[n] ?? 0]))
}

/** PDUs with their outlets and what they power. @returns ids by name */
export async function writePdus(work: Work, room: DemoRoom, locationOf: LocationOf, racks: Ids, servers: Ids) {
  const { rows } = rowWriter(work)
  const own = await nextIds(work, 'pdu', room.pdus.length)
  const at = new Date()
  await rows(
    'pdu',
    room.pdus.map(({ name, device, address, room: place, rack, face, size, outlets }, n) => {
      const id = own[n] ?? 0
      const { params, secrets } = mergeParams('pdu', id, 'snmp', { params: null, secrets: null }, community)
      return {
        id,
        name,
        device,
        ip: address,
        location_id: locationOf(place),
        rack_id: idOf(racks, rack),
        unit: 1,
        size,
        face,
        status: 'ok',
        snmp_params: params,
        snmp_secrets: secrets,
        load_watt: outlets.reduce((sum, { on, watts }) => sum + (on ? watts : 0), 0),
        last_update: at,
        last_success_update: at,
      }
    }),
  )
  const planned = room.pdus.flatMap(({ outlets }, n) =>
    outlets.map((outlet, at) => ({ ...outlet, pdu: n, identity: at + 1 })),
  )
  const ports = await rows(
    'pdu_port',
    planned.map(({ server, on, watts, pdu, identity }) => ({
      pdu_id: own[pdu] ?? 0,
      identity,
      name: server ?? `Outlet ${identity}`,
      power_status: on ? 'up' : 'down',
      load_watt: on ? watts : 0,
      seen_at: at,
    })),
  )
  await rows(
    'pdu_connection',
    planned.flatMap(({ server }, n) => (server ? [{ server_id: idOf(servers, server), pdu_port_id: ports[n] }] : [])),
  )
  return new Map(room.pdus.map(({ name }, n) => [name, own[n] ?? 0]))
}
