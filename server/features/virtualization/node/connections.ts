import { panelKey } from '../../../auth/panel-key.ts'
import { db } from '../../../db/pool.ts'
import { notFound, PanelError } from '../../../domain/shared/errors.ts'
import { hypervisorDriver } from '../../../drivers/hypervisor/registry.ts'
import type { NodeConnection, NodeTarget } from '../../../drivers/hypervisor/types.ts'
import { log } from '../../../process/log.ts'
import { kept } from '../../../shared/kept.ts'
import { msg } from '../../../shared/text.ts'
import { exclusively } from './exclusively.ts'

// The driver bounds its own steps; this is for drivers that do not.
const CONNECT_TIMEOUT_MS = 20_000

const place = kept<Map<number, Promise<NodeConnection>>>('nodes')
const connections = () => {
  place.value ??= new Map()
  return place.value
}

/**
 * The process's one connection to a node, opened when there is none. Tasks, consoles and the watch share it.
 * Throws `device_unreachable` when the node does not answer, `not_found` when there is no such node.
 */
export function nodeConnection(node_id: number, signal: AbortSignal): Promise<NodeConnection> {
  const known = connections().get(node_id)
  if (known) return abortable(known, signal)
  const opening = open(node_id)
  connections().set(node_id, opening)
  const forget = () => {
    if (connections().get(node_id) === opening) connections().delete(node_id)
  }
  opening.then((connection) => connection.closed.then(forget), forget)
  return abortable(opening, signal)
}

/** Cuts the process's connection to a node; the next use opens a new one with what the record says then. */
export async function dropConnection(node_id: number) {
  const known = connections().get(node_id)
  connections().delete(node_id)
  await known?.then((connection) => connection.close()).catch(() => {})
}

export async function closeAllConnections() {
  await Promise.all([...connections().keys()].map(dropConnection))
}

async function open(node_id: number): Promise<NodeConnection> {
  const row = await db().prisma.node.findUnique({ where: { id: node_id } })
  if (!row) throw notFound(msg`Node`, node_id)
  if (!row.host_key) throw new PanelError('device_unreachable', msg`Node ${row.name} is not attached`)
  const { privateKey } = await panelKey()
  const target = {
    address: row.ip,
    port: row.port,
    username: row.ssh_user,
    auth: { privateKey },
    hostKey: row.host_key,
    exclusively,
  }
  return connectTo(row.cluster_id, target)
}

/** Connects to a target with the driver of its cluster, within a bound. */
export async function connectTo(cluster_id: number, target: NodeTarget, signal?: AbortSignal): Promise<NodeConnection> {
  const cluster = await db().prisma.cluster.findUniqueOrThrow({
    where: { id: cluster_id },
    select: { virtualization_type: true },
  })
  const bound = AbortSignal.timeout(CONNECT_TIMEOUT_MS)
  const connection = await hypervisorDriver(cluster.virtualization_type).connect(
    target,
    signal ? AbortSignal.any([signal, bound]) : bound,
  )
  connection.closed.then(
    (fault) => fault && log.warn({ address: target.address, cause: fault.message }, 'connection to a node was lost'),
  )
  return connection
}

/** Waits for the shared connection without ending it for others when this caller gives up. */
function abortable<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  if (signal.aborted) return Promise.reject(signal.reason)
  return new Promise<T>((resolve, reject) => {
    const stop = () => reject(signal.reason)
    signal.addEventListener('abort', stop, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}
