import { createHash } from 'node:crypto'
import { db } from '../../../../db/pool.ts'
import { stored } from '../../../../db/sentences.ts'
import { PanelError } from '../../../../domain/shared/errors.ts'
import { bringFoldersBack, startAgain, unkeptUnits } from '../../../../drivers/control-host/boot/after-restart.ts'
import { asBootError } from '../../../../drivers/control-host/boot/errors.ts'
import { findBootHost, readInterfaces } from '../../../../drivers/control-host/boot/find.ts'
import type { BootHost } from '../../../../drivers/control-host/boot/host.ts'
import { isInForce, readLeases } from '../../../../drivers/control-host/boot/kea.ts'
import { listenForBootRequests } from '../../../../drivers/control-host/boot/panel-socket.ts'
import { notRunning } from '../../../../drivers/control-host/boot/state.ts'
import type { BootServices } from '../../../../drivers/control-host/boot/types.ts'
import { works } from '../../../../drivers/control-host/boot/works.ts'
import { log } from '../../../../process/log.ts'
import { deskServer } from '../../../../protocols/netboot/desk-server.ts'
import { connectSsh } from '../../../../protocols/ssh/connect.ts'
import { startReconciler } from '../../../../tasks/reconciler.ts'
import { deskOfLocation } from '../../machine/desk.ts'
import { controlHostOf } from '../control-host.ts'
import { isTold, setDhcp } from './apply.ts'
import { changesOfRecords } from './changes-of-records.ts'
import { bootServicesOf } from './desired.ts'
import { LOOK_MS, lastLooks, look, noteAtRest } from './looks.ts'
import { countRequests } from './requests.ts'
import { isSetUpSql } from './serves.ts'
import { standOf } from './stand.ts'

export const LOCATION_SERVICES = 'location_services'
const MINUTE = 60_000

/** Keeps the services of all locations that are set up as the records say, once the key of their control host is known. Returns the way to stop. */
export function startLocationServices(): () => Promise<void> {
  const reconciler = startReconciler({
    name: LOCATION_SERVICES,
    intervalMs: 1_000,
    concurrency: Number.POSITIVE_INFINITY,
    maxBackoffMs: MINUTE,
    keys: async () => {
      const { rows } = await db().pool.query<{ id: string }>(
        `select l.id::text from location l where ${isSetUpSql('l')} and l.host_key is not null`,
      )
      return rows.map(({ id }) => id)
    },
    run: (key, signal) => keepServices(Number(key), signal),
  })
  return () => reconciler.stop()
}

/** Follows one location until its connection is over: its DHCP server hears of a change of a reservation at once. */
export async function keepServices(location_id: number, signal: AbortSignal): Promise<void> {
  try {
    const ssh = await connectSsh(await controlHostOf(location_id), signal)
    try {
      await follow(location_id, await findBootHost(ssh, signal), signal)
    } finally {
      ssh.close()
    }
  } catch (fault) {
    signal.throwIfAborted()
    const known = asBootError(fault)
    if (!(known instanceof PanelError)) throw known
    await noteAtRest(location_id, [{ component: 'host', fault: stored(known.text) }])
    throw known
  }
}

async function follow(location_id: number, host: BootHost, signal: AbortSignal): Promise<void> {
  const begun = await standOf(location_id)
  if (!begun) return
  if (!begun.moving) await bringFoldersBack(host, signal)
  const changes = changesOfRecords(host)
  const over = new AbortController()
  const serving = await answerServers(location_id, host, signal)
  const counting = countRequests(location_id, host, AbortSignal.any([signal, over.signal]))
  let known = ''
  let { moving } = begun
  const looked = await lastLooks(location_id)
  try {
    for (;;) {
      signal.throwIfAborted()
      const stand = await standOf(location_id)
      // Another way in is another connection; and what a set-up has changed is read anew, all of it.
      if (!stand || stand.way !== begun.way || (moving && !stand.moving)) return
      moving = stand.moving
      if (moving) {
        if (await changes.next(Date.now() + LOOK_MS, signal)) continue
        return
      }
      const due = Date.now() - looked.all >= LOOK_MS
      if (due) host.facts.interfaces = await readInterfaces(host.ssh, signal)
      const services = await bootServicesOf(location_id, host.facts.interfaces)
      if (!services) return
      if (due) await startStopped(location_id, host, services, signal)
      const sum = createHash('sha256').update(JSON.stringify(services.dhcp)).digest('hex')
      // One that could not be asked is asked again at the next turn.
      if (sum !== known && (await mendDhcp(location_id, host, services, known === '', signal))) known = sum
      if (due) await look(location_id, host, services, looked, signal)
      if (!(await changes.next(looked.all + LOOK_MS, signal))) return
    }
  } finally {
    changes.stop()
    over.abort()
    await Promise.all([counting, serving?.close()])
  }
}

/** Servers of the location that boot reach the panel through its control host, as long as this connection lasts. */
async function answerServers(location_id: number, host: BootHost, signal: AbortSignal) {
  const services = await bootServicesOf(location_id, host.facts.interfaces)
  if (!services) return null
  const leases = (mac: string) => readLeases(host, signal, mac)
  const deskAt = (address: string) => deskOfLocation(location_id, `http://${address}:${services.web.port}`, leases)
  const [first, ...more] = [services.dhcp.web.address, ...services.web.addresses]
  const desk = deskServer([deskAt(first), ...more.map(deskAt)], (err) =>
    log.error({ err, location: location_id }, 'a server that boots could not be answered'),
  )
  const listener = await listenForBootRequests(host, (stream) => desk.take(stream), signal)
  return {
    async close() {
      desk.close()
      await listener.close().catch(() => {})
    },
  }
}

/** Brings the DHCP server to what the records say, on this connection. One that does not answer is not told: its state says so. */
async function mendDhcp(
  location_id: number,
  host: BootHost,
  services: BootServices,
  isFirst: boolean,
  signal: AbortSignal,
) {
  if (!(await works.dhcp(host, services, signal))) return false
  const inForce = isFirst
    ? await isInForce(host, services, signal).catch(() => null)
    : await isTold(host, services, signal)
  return inForce === false ? setDhcp(location_id, host, services, signal) : inForce !== null
}

/** Once a look, so that what ends at once is not started again and again; until it works it is a fault. */
async function startStopped(location_id: number, host: BootHost, services: BootServices, signal: AbortSignal) {
  const stopped = await unkeptUnits(host, signal)
  if (stopped.length === 0) return
  await noteAtRest(
    location_id,
    stopped.map((unit) => ({ component: unit, fault: stored(notRunning(unit)) })),
  )
  log.info({ location: location_id, stopped }, 'services of a control host did not run, and are started')
  await startAgain(host, services, stopped, signal)
}
