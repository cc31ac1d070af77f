import { createHash } from 'node:crypto'
import { db } from '../../../../db/pool.ts'
import { stored } from '../../../../db/sentences.ts'
import { transaction } from '../../../../db/transaction.ts'
import { PanelError } from '../../../../domain/shared/errors.ts'
import { bringFoldersBack, startAgain, unkeptUnits } from '../../../../drivers/control-host/boot/after-restart.ts'
import { asBootError } from '../../../../drivers/control-host/boot/errors.ts'
import { findBootHost, readInterfaces } from '../../../../drivers/control-host/boot/find.ts'
import type { BootHost } from '../../../../drivers/control-host/boot/host.ts'
import { isInForce, readLeases } from '../../../../drivers/control-host/boot/kea.ts'
import { listenForBootRequests } from '../../../../drivers/control-host/boot/panel-socket.ts'
import { bootState, notRunning } from '../../../../drivers/control-host/boot/state.ts'
import type { BootServices } from '../../../../drivers/control-host/boot/types.ts'
import { works } from '../../../../drivers/control-host/boot/works.ts'
import { bus } from '../../../../events/bus.ts'
import { log } from '../../../../process/log.ts'
import type { Lease } from '../../../../protocols/kea/leases.ts'
import { deskServer } from '../../../../protocols/netboot/desk-server.ts'
import { connectSsh } from '../../../../protocols/ssh/connect.ts'
import { singleFlight } from '../../../../shared/single-flight.ts'
import { startReconciler } from '../../../../tasks/reconciler.ts'
import { deskOfLocation } from '../../machine/desk.ts'
import { controlHostOf } from '../control-host.ts'
import { isTold, setDhcp } from './apply.ts'
import { noteComponents, notesOf } from './components.ts'
import { bootServicesOf } from './desired.ts'
import { countRequests } from './requests.ts'
import { isSetUpSql } from './serves.ts'
import { isAtRest, standOf } from './stand.ts'

export const LOCATION_SERVICES = 'location_services'
const MINUTE = 60_000
/** How often the state of all parts is looked at; other DHCP servers and the content of files less often. */
const LOOK_MS = 5 * MINUTE
const LOOKS = { segment: 60 * MINUTE, content: 24 * 60 * MINUTE }
/** Changes of records that follow each other closely are one. */
const GATHER_MS = 200

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
    await note(location_id, [{ component: 'host', fault: stored(known.text) }])
    throw known
  }
}

/** What works on the services notes by itself what it finds. */
const note = (id: number, states: Parameters<typeof noteComponents>[2]) =>
  transaction(async (work) => {
    if (await isAtRest(work, id)) await noteComponents(work, id, states)
  })

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
  const asked = singleFlight<Lease[]>()
  const leases = () => asked('all', () => readLeases(host, signal))
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
  if (inForce === false) await setDhcp(location_id, host, services, signal)
  return inForce !== null
}

/** Once a look, so that what ends at once is not started again and again; until it works it is a fault. */
async function startStopped(location_id: number, host: BootHost, services: BootServices, signal: AbortSignal) {
  const stopped = await unkeptUnits(host, signal)
  if (stopped.length === 0) return
  await note(
    location_id,
    stopped.map((unit) => ({ component: unit, fault: stored(notRunning(unit)) })),
  )
  log.info({ location: location_id, stopped }, 'services of a control host did not run, and are started')
  await startAgain(host, services, stopped, signal)
}

type Looked = { all: number; segment: number; content: number }

/** When was looked, ms since 1970: what takes long counts over connections, so that a bad line does not have all files read again and again. */
async function lastLooks(location_id: number): Promise<Looked> {
  const where = { location_id, component: { in: ['segment', 'artefacts'] } }
  const rows = await db().prisma.location_component.findMany({ where })
  const at = (name: string) => rows.find(({ component }) => component === name)?.checked_at.getTime() ?? 0
  return { all: 0, segment: at('segment'), content: at('artefacts') }
}

async function look(
  location_id: number,
  host: BootHost,
  services: BootServices,
  looked: Looked,
  signal: AbortSignal,
): Promise<void> {
  const now = Date.now()
  const due = { segment: now - looked.segment >= LOOKS.segment, content: now - looked.content >= LOOKS.content }
  const states = await bootState(host, services, due, signal)
  await note(location_id, [{ component: 'host', fault: null }, ...notesOf(states)])
  Object.assign(looked, { all: now, ...(due.segment && { segment: now }), ...(due.content && { content: now }) })
}

/** Waits for changes of any record; which of them matter shows when what should run is worked out anew. */
function changesOfRecords(host: BootHost) {
  let happened = false
  let over = false
  let wake = () => {}
  const off = bus().on('change', () => {
    happened = true
    wake()
  })
  void host.ssh.closed.then(() => {
    over = true
    wake()
  })
  const sleep = (ms: number, signal: AbortSignal, until: () => boolean) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(done, Math.max(0, ms))
      function done() {
        clearTimeout(timer)
        signal.removeEventListener('abort', done)
        resolve()
      }
      wake = () => until() && done()
      signal.addEventListener('abort', done, { once: true })
      wake()
    })
  return {
    /** @returns false when the connection is over */
    async next(latest: number, signal: AbortSignal): Promise<boolean> {
      await sleep(latest - Date.now(), signal, () => happened || over)
      if (happened && !over) await sleep(GATHER_MS, signal, () => over)
      happened = false
      return !over
    },
    stop: off,
  }
}
