import { panelKey } from '../../../auth/panel-key.ts'
import { exclusively } from '../../../db/exclusively.ts'
import { db } from '../../../db/pool.ts'
import { deviceUnreachable, notFound } from '../../../domain/shared/errors.ts'
import type { LocationFiles } from '../../../drivers/backup-location/types.ts'
import { hypervisorDriver } from '../../../drivers/hypervisor/registry.ts'
import type { HypervisorDriver, NodeConnection, NodeTarget } from '../../../drivers/hypervisor/types.ts'
import { log } from '../../../process/log.ts'
import { kept } from '../../../shared/kept.ts'
import { msg } from '../../../shared/text.ts'

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

/**
 * Files below a folder of a node, see `HypervisorDriver.openFolder`; the caller closes them.
 * @throws PanelError as `nodeConnection`
 */
export async function nodeFolder(node_id: number, path: string, signal: AbortSignal): Promise<LocationFiles> {
  const { cluster_id, target } = await reach(node_id)
  return (await driverOf(cluster_id)).openFolder(target, path, signal)
}

async function open(node_id: number): Promise<NodeConnection> {
  const { cluster_id, target } = await reach(node_id)
  return connectTo(cluster_id, target)
}

/** Where an attached node is, and how the panel gets in. */
async function reach(node_id: number): Promise<{ cluster_id: number; target: NodeTarget }> {
  const row = await db().prisma.node.findUnique({ where: { id: node_id } })
  if (!row) throw notFound(msg`Node`, node_id)
  if (!row.host_key) throw deviceUnreachable(msg`Node ${row.name} is not attached`)
  const { privateKey } = await panelKey()
  const target = {
    address: row.ip,
    port: row.port,
    username: row.ssh_user,
    auth: { privateKey },
    hostKey: row.host_key,
    exclusively,
  }
  return { cluster_id: row.cluster_id, target }
}

/** Connects to a target with the driver of its cluster, within a bound. */
export async function connectTo(cluster_id: number, target: NodeTarget, signal?: AbortSignal): Promise<NodeConnection> {
  const driver = await driverOf(cluster_id)
  const bound = AbortSignal.timeout(CONNECT_TIMEOUT_MS)
  const connection = await driver.connect(target, signal ? AbortSignal.any([signal, bound]) : bound)
  connection.closed.then(
    (fault) => fault && log.warn({ address: target.address, cause: fault.message }, 'connection to a node was lost'),
  )
  return connection
}

async function driverOf(cluster_id: number): Promise<HypervisorDriver> {
  const cluster = await db().prisma.cluster.findUniqueOrThrow({
    where: { id: cluster_id },
    select: { virtualization_type: true },
  })
  return hypervisorDriver(cluster.virtualization_type)
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
