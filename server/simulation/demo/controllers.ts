import { db } from '../../db/pool.ts'
import { unseal } from '../../db/secrets.ts'
import { panelUsers } from '../../domain/operation/controller.ts'
import { passwordOf } from '../../features/remote/ipmi/open.ts'
import { selfSignedCertificate } from '../../protocols/pinned-http/self-signed.ts'
import { startAmtPeer } from '../devices/bmc/amt-peer.ts'
import { serveBmc, simulatedBmc } from '../devices/bmc/bmc.ts'
import { SimulatedMachine } from '../devices/bmc/machine.ts'
import { startRedfishPeer } from '../devices/bmc/redfish-peer.ts'
import type { ControllerUser } from '../devices/server/types.ts'
import type { PeerSensor } from '../peers/ipmi/records.ts'
import { type DemoBoots, demoBoots } from './boots.ts'
import type { ControlHosts } from './control-hosts.ts'
import { controllerUser, demoControllers, type RoomController, roomSensors, roomValues } from './plan/controllers.ts'
import { serialOf } from './plan/hardware.ts'
import { demoRoom } from './plan/room.ts'
import { healthAt, measure } from './plan/sensors.ts'
import type { RoomContents } from './room-load.ts'

/** Values move so often. */
const TICK_MS = 60_000
/** AMT has its consoles two ports above, so both have to be free. */
/** Number of the one that comes after the administrator. */
const REDFISH_USER = 3
const firstAmt = 24_993
const lastAmt = 25_493

type Running = { address: string; port: number; tick?: (time: number) => void; close: () => Promise<void> }
type Certificate = { key: string; cert: string }

/**
 * Lets the controllers of the demo's servers answer, each on a loopback address of its own and on a port that is free there: the
 * addresses may be another panel's too. Their power is as it was last read.
 */
export async function startControllers(
  contents: RoomContents,
  control: ControlHosts,
): Promise<{ count: number; close: () => Promise<void> }> {
  const { suffix, locations } = contents
  const room = demoRoom(suffix)
  const boots = await demoBoots(room, contents, control)
  const plans = demoControllers(room, suffix).filter(({ dead }) => !dead)
  const known = await knownControllers(locations)
  // One for all: what they have is not worth more.
  const certificate = selfSignedCertificate('demo')
  const running: Running[] = []
  const close = async () => {
    clearInterval(ticking)
    await Promise.allSettled(running.map((one) => one.close()))
  }
  const ticking = setInterval(() => {
    for (const { tick } of running) tick?.(Date.now() / 1000)
  }, TICK_MS).unref()
  try {
    for (const plan of plans) {
      const row = known.get(plan.address)
      if (!row) continue
      const { power_status: power, ...login } = row
      const now = { ...plan, on: power === 'unknown' ? plan.on : power === 'on' }
      running.push(
        plan.kind === 'ipmi' ? await serveIpmi(now, boots, login) : await serveWeb(now, certificate, boots, login),
      )
    }
    await tellPorts(running, locations)
  } catch (error) {
    await close()
    throw error
  }
  return { count: running.length, close }
}

const isOfPanel = ({ username }: ControllerUser) => panelUsers.some((name) => name === username)

/** What the panel knows of controllers, by their addresses: also the user that one was given from inside, which a real one does not forget. */
async function knownControllers(locations: readonly number[]) {
  const { rows } = await db().pool.query<{
    id: number
    ip: string
    power_status: string
    username: string
    password: string
  }>(
    `select i.id, host(i.ip) as ip, i.power_status, i.username, i.password
       from ipmi i join server s on s.id = i.server_id where s.location_id = any($1::int[])`,
    [locations],
  )
  return new Map(
    rows.map(({ id, ip, power_status, username, password }) => [
      ip,
      { power_status, username, password: unseal(password, passwordOf(id)) },
    ]),
  )
}

// Certificates are new each time: who answers is pinned anew.
async function tellPorts(running: readonly Running[], locations: readonly number[]) {
  await db().pool.query(
    `update ipmi i set port = r.port, identity = case i.type when 'ipmi' then i.identity end
       from jsonb_to_recordset($1::jsonb) as r(address inet, port int), server s
      where i.ip = r.address and s.id = i.server_id and s.location_id = any($2::int[])`,
    [JSON.stringify(running.map(({ address, port }) => ({ address, port }))), locations],
  )
}

/** A server changes its values, and the limits it passes are in its log. */
async function serveIpmi(plan: RoomController, boots: DemoBoots, login: ControllerUser): Promise<Running> {
  const raws = roomValues(plan, Date.now() / 1000)
  const sensors = roomSensors(plan).map(({ number, name, kind, step, limits }, n): PeerSensor => {
    const whole = Number.isInteger(step)
    const [lnr = null, lc = null, lnc = null, ...upper] = limits
    return {
      number,
      name,
      type: types[kind],
      unit: units[kind],
      entity: [7, number],
      raw: raws[n] ?? 0,
      m: whole ? step : Math.round(step * 1000),
      rExponent: whole ? 0 : -3,
      thresholds: [lnc, lc, lnr, ...upper],
    }
  })
  const { manufacturer, model: name, address, on } = plan
  const machine = simulatedBmc({
    ...controllerUser,
    name: plan.server.name,
    on,
    sensors,
    product: { manufacturer, name },
    boots: boots.behindSerial(plan),
  })
  if (isOfPanel(login))
    machine.users.push({ id: 3, name: login.username, password: login.password, privilege: 4, enabled: true })
  machine.clearEvents()
  const peer = await serveBmc(machine, { address, port: 0 })
  return {
    address,
    port: peer.port,
    close: () => peer.close(),
    tick: (time) => {
      for (const [n, raw] of roomValues({ ...plan, on: machine.on }, time).entries())
        if (machine.on || n < 3) machine.setSensor(n + 1, raw)
    },
  }
}

const types = { Temperature: 1, Voltage: 2, Fan: 4, 'Power supply': 8 } as const
const units = { Temperature: 1, Voltage: 4, Fan: 18, 'Power supply': 6 } as const

async function serveWeb(
  plan: RoomController,
  tls: Certificate,
  boots: DemoBoots,
  login: ControllerUser,
): Promise<Running> {
  const { manufacturer, model, address, on } = plan
  const machine = new SimulatedMachine(serialOf(plan), { manufacturer, model })
  if (on) machine.power(true, 'on')
  const options = { machine, ...controllerUser, tls, address }
  if (plan.kind === 'redfish') {
    const peer = await startRedfishPeer({ ...options, measured: () => measured({ ...plan, on: machine.running }) })
    if (isOfPanel(login)) peer.addUser(login.username, login.password)
    boots.follow(plan, machine, ({ username, password }) => {
      peer.addUser(username, password)
      return REDFISH_USER
    })
    return { address, port: peer.port, close: () => peer.close() }
  }
  boots.follow(plan, machine)
  for (let port = firstAmt; ; port += 10)
    try {
      const peer = await startAmtPeer({ ...options, httpPort: port, redirectionPort: port + 2 })
      return { address, port, close: () => peer.close() }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE' || port >= lastAmt) throw error
    }
}

const words = { ok: 'OK', warning: 'Warning', critical: 'Critical', unknown: 'OK' } as const

/** Rows of Redfish's Thermal and Power. */
function measured(plan: RoomController) {
  const raws = roomValues(plan, Date.now() / 1000)
  const rows = roomSensors(plan).map((sensor, n) => {
    const raw = plan.on || sensor.kind === 'Temperature' ? (raws[n] ?? 0) : null
    const [, lc, lnc, unc, uc] = sensor.limits.map((limit) => (limit === null ? null : measure(sensor, limit)))
    return {
      sensor,
      value: raw === null ? null : measure(sensor, raw),
      row: {
        ...{
          Name: sensor.name,
          Status: { State: 'Enabled', ...(raw !== null && { Health: words[healthAt(sensor, raw)] }) },
        },
        LowerThresholdCritical: lc,
        LowerThresholdNonCritical: lnc,
        UpperThresholdNonCritical: unc,
        UpperThresholdCritical: uc,
      },
    }
  })
  const of = (kind: string, reading: string) =>
    rows.filter(({ sensor }) => sensor.kind === kind).map(({ row, value }) => ({ ...row, [reading]: value }))
  return {
    Temperatures: of('Temperature', 'ReadingCelsius'),
    Fans: of('Fan', 'Reading'),
    Voltages: of('Voltage', 'ReadingVolts'),
    PowerControl: of('Power supply', 'PowerConsumedWatts'),
  }
}
