import { setTimeout as wait } from 'node:timers/promises'
import { isDatabaseAway } from '../../../db/faults.ts'
import { db } from '../../../db/pool.ts'
import { stored } from '../../../db/sentences.ts'
import { transaction } from '../../../db/transaction.ts'
import type { Accelerator, DomainEvent, DomainInfo } from '../../../drivers/hypervisor/domain-types.ts'
import type { NodeConnection } from '../../../drivers/hypervisor/types.ts'
import { bus } from '../../../events/bus.ts'
import { changed } from '../../../events/changes.ts'
import { log } from '../../../process/log.ts'
import { textOf } from '../../../shared/spoken-error.ts'
import { renewNetworkRulesOn } from '../host/network-rules.ts'
import { hostsToRead, nodeIsAway, stalledOn, syncHosts } from '../host/reported.ts'
import { dropConnection, nodeConnection } from './connections.ts'
import { noteCrashes } from './note-crash.ts'
import { WATCH_CHANNEL } from './nudge.ts'
import { loadReader } from './stats.ts'

/**
 * Interval of load readings. States are pushed by the node; wrong states written meanwhile (by a task that could not
 * reach the node, or a process that was paused and believes the node to be away) are corrected by every reading.
 */
const USAGE_MS = 15_000
/** A node that is away is tried again after this, doubled up to the second. */
const RETRY_MS = 1_000
const MAX_RETRY_MS = 5_000
const VM_PATH = '/vm'

/**
 * Watches one node until stopped: one connection, pushed events, load from time to time. When the node goes away its
 * record becomes `unavailable` and its VMs `unknown`; when it is back, everything is read anew.
 */
export async function watchNode(node_id: number, signal: AbortSignal): Promise<void> {
  for (let pause = RETRY_MS; !signal.aborted; pause = Math.min(pause * 2, MAX_RETRY_MS)) {
    try {
      const connection = await nodeConnection(node_id, signal)
      pause = RETRY_MS
      await follow(node_id, connection, signal)
    } catch (fault) {
      if (signal.aborted) break
      // Our own database is away, not the node: its connection stays, for tasks and consoles hang on it.
      if (isDatabaseAway(fault, db().url)) {
        await wait(RETRY_MS, undefined, { signal }).catch(() => {})
        continue
      }
      await dropConnection(node_id)
      if (signal.aborted) break
      await markUnavailable(node_id, stored(textOf(fault))).catch((err) =>
        log.error({ err, node: node_id }, 'node state not written'),
      )
    }
    await wait(pause, undefined, { signal }).catch(() => {})
  }
}

/** Follows a live connection; throws when it is lost, returns when this process closed it (to use another key, say). */
async function follow(node_id: number, connection: NodeConnection, signal: AbortSignal) {
  const changedDomains = new Set<string>()
  let nextReading = 0
  let wake = () => {}
  const stops = [
    connection.onDomainEvent((event: DomainEvent) => {
      changedDomains.add(event.internal_name)
      wake()
    }),
    bus().on(WATCH_CHANNEL, (id) => {
      if (Number(id) !== node_id) return
      nextReading = 0
      wake()
    }),
  ]
  let over: { fault: Error | null } | null = null
  void connection.closed.then((fault) => {
    over = { fault }
    wake()
  })
  const onAbort = () => wake()
  signal.addEventListener('abort', onAbort)
  const loads = besides(node_id, connection, signal)
  let isNew = true
  try {
    for (;;) {
      signal.throwIfAborted()
      const ended = over as { fault: Error | null } | null
      if (ended?.fault) throw ended.fault
      if (ended) return
      const names = [...changedDomains]
      changedDomains.clear()
      if (Date.now() >= nextReading) {
        nextReading = Date.now() + USAGE_MS
        await markAvailable(node_id)
        await resync(node_id, connection, signal)
        if (isNew) {
          // What its kernel can do with packets is part of their rules.
          await readCapabilities(node_id, connection, signal)
          await renewNetworkRulesOn(node_id, connection, signal)
        }
        isNew = false
        await readUsage(node_id, connection, signal)
        loads.read()
      } else if (names.length > 0) {
        const hosts = await hostsToRead(node_id, names)
        const readings = hosts.map(async (host) => ({
          ...host,
          domain: await connection.domain(host.internal_name, signal),
        }))
        const crashed = await syncHosts(node_id, await Promise.all(readings))
        await noteCrashes(connection, crashed, signal)
        await renewNetworkRulesOn(node_id, connection, signal, names)
      } else {
        await new Promise<void>((go) => {
          const timer = setTimeout(go, Math.max(0, nextReading - Date.now()))
          wake = () => {
            clearTimeout(timer)
            go()
          }
        })
      }
    }
  } finally {
    signal.removeEventListener('abort', onAbort)
    for (const stop of stops) stop()
    await loads.ended()
  }
}

/**
 * How busy VMs are is read beside the watch: a VM that hangs, because its storage is away or it is paused with all of its process, keeps libvirt from
 * saying so. The node answers nevertheless, and states of other VMs go on. While one reading waits no other is begun.
 */
function besides(node_id: number, connection: NodeConnection, signal: AbortSignal) {
  const readLoad = loadReader(node_id)
  const over = new AbortController()
  const either = AbortSignal.any([signal, over.signal])
  let reading: Promise<void> | null = null
  return {
    read() {
      reading ??= readLoad(connection, either)
        .catch((err) => {
          if (!either.aborted) log.warn({ err, node: node_id }, 'how busy the VMs of a node are could not be read')
        })
        .finally(() => {
          reading = null
        })
    },
    async ended() {
      over.abort(new Error('The watch of the node has ended'))
      await reading
    },
  }
}

async function resync(node_id: number, connection: NodeConnection, signal: AbortSignal) {
  const hosts = await hostsToRead(node_id)
  const domains = new Map<string, DomainInfo>(
    (await connection.domains(signal)).map((domain) => [domain.internal_name, domain]),
  )
  const crashed = await syncHosts(
    node_id,
    hosts.map((host) => ({ ...host, domain: domains.get(host.internal_name) ?? null })),
  )
  await noteCrashes(connection, crashed, signal)
  // Whether their storage has room again shows when they try.
  for (const name of await stalledOn(node_id)) await connection.continueDomain(name, signal)
}

/** Packages are installed and firmware is changed while a node is away. */
async function readCapabilities(node_id: number, connection: NodeConnection, signal: AbortSignal) {
  const node = await db().prisma.node.findUnique({ where: { id: node_id }, select: { accelerator: true } })
  if (!node?.accelerator) return
  const capabilities = await connection.capabilities(node.accelerator as Accelerator, signal)
  await transaction(async (work) => {
    const { count } = await work.tx.node.updateMany({
      where: { id: node_id, NOT: { capabilities: { equals: capabilities } } },
      data: { capabilities },
    })
    if (count) changed(work, { entity: 'node', entity_id: node_id, event: 'update' })
  })
}

async function readUsage(node_id: number, connection: NodeConnection, signal: AbortSignal) {
  const usage = await connection.usage(VM_PATH, signal)
  await db().prisma.node.updateMany({
    where: { id: node_id },
    data: {
      ram_used_mib: usage.ram_used_mib,
      cpu_percent: Math.round(usage.cpu_percent),
      storage_total_mib: usage.storage_mib.total,
      storage_used_mib: usage.storage_mib.used,
      seen_at: new Date(),
    },
  })
}

async function markAvailable(node_id: number) {
  await transaction(async (work) => {
    const { count } = await work.tx.node.updateMany({
      where: { id: node_id, state: 'unavailable' },
      data: { state: 'active', unavailable_since: null, libvirt_error: null },
    })
    if (count) changed(work, { entity: 'node', entity_id: node_id, event: 'update', data: { state: 'active' } })
  })
}

async function markUnavailable(node_id: number, cause: string) {
  await transaction(async (work) => {
    const { count } = await work.tx.node.updateMany({
      where: { id: node_id, state: 'active' },
      data: { state: 'unavailable', unavailable_since: new Date(), libvirt_error: cause },
    })
    if (count === 0) return
    changed(work, {
      entity: 'node',
      entity_id: node_id,
      event: 'update',
      data: { state: 'unavailable', libvirt_error: cause },
    })
    const hosts = await nodeIsAway(work, node_id)
    log.warn({ node: node_id, cause, hosts }, 'a node went away')
  })
}
