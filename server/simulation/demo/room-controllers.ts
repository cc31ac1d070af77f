import { seal } from '../../db/secrets.ts'
import { stored } from '../../db/sentences.ts'
import type { Work } from '../../db/transaction.ts'
import { healthOfSensors } from '../../domain/ipmi/health.ts'
import type { EventSeverity } from '../../domain/ipmi/states.ts'
import { deviceNames, nothingForIpmi, otherController } from '../../drivers/device-messages.ts'
import { passwordOf } from '../../features/remote/ipmi/open.ts'
import { controllerUser, demoControllers, type RoomController } from './plan/controllers.ts'
import { serialOf } from './plan/hardware.ts'
import type { DemoRoom } from './plan/room.ts'
import { sensorsAt } from './plan/sensors.ts'
import { writeReadings } from './room-readings.ts'
import { type Ids, idOf } from './room-rows.ts'
import { rowWriter } from './room-write.ts'

const MINUTE = 60_000
/** What the panel met in the place of the one that was replaced. */
const OTHER = 'f'.repeat(32)

const unreachable = (address: string) => stored(nothingForIpmi(deviceNames.controller.at(address)))
const exchanged = (address: string) => stored(otherController(deviceNames.controller.at(address)))

type Logged = [minutesAgo: number, sensor: string, words: string, severity: EventSeverity, asserted: boolean]

/** What logs say: of all controllers, of some, and of those out of the ordinary. */
function logOf({ hot, stuck, number }: RoomController): Logged[] {
  const day = 60 * 24
  const up = day * (20 + (number % 17))
  const all: Logged[] = [
    [up, 'System', 'System boot: power up', 'ok', true],
    [up - 3, 'ACPI State', 'System ACPI power state: S0: on', 'ok', true],
  ]
  if (number % 5 === 0)
    all.push(
      [day * 6 + number, 'PSU2', 'Power supply: input lost', 'critical', true],
      [day * 6 + number - 9, 'PSU2', 'Power supply: input lost (no longer)', 'ok', false],
    )
  if (number % 7 === 3) all.push([day * 3 + number, 'DIMM A2', 'Memory: correctable error', 'warning', true])
  if (hot)
    all.push(
      [52, 'CPU1 Temp', 'Temperature: upper non-critical, going high', 'warning', true],
      [47, 'CPU1 Temp', 'Temperature: upper critical, going high', 'critical', true],
    )
  if (stuck)
    all.push(
      [194, 'FAN2', 'Fan: lower critical, going low', 'critical', true],
      [171, 'Inlet Temp', 'Temperature: upper non-critical, going high', 'warning', true],
    )
  return all
}

/** Controllers of all servers with their last readings, some of their history, and their logs. */
export async function writeControllers(work: Work, room: DemoRoom, suffix: string, servers: Ids): Promise<void> {
  const { rows } = rowWriter(work)
  const controllers = demoControllers(room, suffix)
  const ids = (
    await work.sql<{ id: number }>(
      `select nextval(pg_get_serial_sequence('ipmi', 'id'))::int as id from generate_series(1, $1::int)`,
      [controllers.length],
    )
  ).map(({ id }) => id)
  const at = new Date()
  const now = Math.floor(at.getTime() / 1000)
  const ago = (minutes: number) => new Date(at.getTime() - minutes * MINUTE)
  const list = controllers.map((controller, n) => ({
    ...controller,
    id: ids[n] ?? 0,
    sensors: sensorsAt(controller, now),
  }))
  await rows(
    'ipmi',
    list.map((one) => {
      const { id, dead, replaced, address, manufacturer, model, sensors } = one
      const fault = dead ? unreachable(address) : replaced ? exchanged(address) : null
      return {
        ...{
          id,
          server_id: idOf(servers, one.server.name),
          type: one.kind,
          ip: address,
          port: 623,
          mac: one.server.macs[1],
        },
        username: controllerUser.username,
        password: seal(controllerUser.password, passwordOf(id)),
        identity: replaced ? OTHER : null,
        vendor: manufacturer,
        model,
        power_status: fault ? 'unknown' : one.on ? 'on' : 'off',
        status: fault ? 'fail' : 'ok',
        status_info: { ...(fault && { fault }), ...(replaced && { identity_changed: true }) },
        ...healthOfSensors(sensors),
        health_at: ago(one.hot ? 47 : one.stuck ? 194 : 60 * 24),
        last_update: at,
        last_success_update: fault ? ago(dead ? 173 : 26) : at,
        version: 1,
        created_at: at,
      }
    }),
  )
  await rows(
    'ipmi_state',
    list.map(({ id, number, manufacturer, model, server }) => ({
      ipmi_id: id,
      // So that not all of them are asked for all they have at once.
      tables_at: new Date(at.getTime() - (number % 5) * MINUTE),
      events_at: ago(number % 60),
      inventory_at: at,
      inventory: {
        manufacturer,
        model,
        part: '',
        serial: serialOf({ number }),
        asset: server.name,
        board: { manufacturer, product: `${model}-MB`, part: '', serial: '', manufactured: null },
        chassis: { part: '', serial: '' },
      },
    })),
    'ipmi_id',
  )
  const all = list.flatMap(({ id, sensors }) => sensors.map((sensor) => ({ ipmi_id: id, ...sensor })))
  const sensorIds = await rows('ipmi_sensor', all)
  await writeReadings(work, list, all, sensorIds, now)
  await rows(
    'ipmi_event',
    list.flatMap((one) =>
      logOf(one)
        .toSorted(([a], [b]) => b - a)
        .map(([minutes, sensor, words, severity, asserted], n) => ({
          ipmi_id: one.id,
          at: ago(minutes),
          seen_at: ago(minutes - 2),
          sensor,
          words,
          severity,
          asserted,
          digest: `demo-${n}`,
        })),
    ),
  )
}
