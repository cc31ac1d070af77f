import { z } from 'zod'
import { deviceRejected } from '../../../domain/shared/errors.ts'
import { read } from '../../../protocols/lxd/client.ts'
import { LxdError } from '../../../protocols/lxd/errors.ts'
import { msg } from '../../../shared/text.ts'
import type { Capture } from '../domain-types.ts'
import { whenStopped } from './busy.ts'
import { inMib, stateOf } from './instance.ts'
import type { Instances } from './instances.ts'
import type { LxdLink } from './lxd-link.ts'

type Node = { link: LxdLink; instances: Instances; signal: AbortSignal }

const snapshots = z.array(z.object({ name: z.string() }))

export const noMemory = () =>
  deviceRejected(msg`The memory of a container cannot be kept: take the snapshot without it`)

/** See `NodeConnection.captureDisks`: a snapshot of LXD, whose name is known in the container only. LXD makes it at one moment by itself. */
export async function captureContainer(
  node: Node,
  domain: string,
  { name, memory }: Capture,
): Promise<{ frozen: null }> {
  if (memory !== null) throw noMemory()
  const { link, instances, signal } = node
  const found = await instances.require(domain, signal)
  if (!(await capturesOf(node, found.name)).includes(name))
    await link.client.run('POST', `/instances/${found.name}/snapshots`, { signal, body: { name, stateful: false } })
  return { frozen: null }
}

/** See `NodeConnection.revertDisk`. LXD gives back its settings of that time too, which the next definition replaces. */
export async function revertContainer(node: Node, domain: string, name: string): Promise<number> {
  const { link, instances, signal } = node
  const found = await instances.require(domain, signal)
  if (stateOf(found.status) !== 'stopped')
    throw deviceRejected(msg`The disks of a running VM cannot be reverted: shut it down first`)
  if (!(await capturesOf(node, found.name)).includes(name))
    throw deviceRejected(msg`The container does not have the state ${name} any more`)
  const restore = { signal, body: { restore: name } }
  await whenStopped(() => link.client.run('PUT', `/instances/${found.name}`, restore), signal)
  const now = await instances.require(domain, signal)
  return inMib(now.devices.root?.size)
}

/** See `NodeConnection.dropCapture`. */
export async function dropContainerCapture(node: Node, domain: string, { name }: Capture): Promise<void> {
  const { link, instances, signal } = node
  const found = await instances.find(domain, signal)
  if (!found) return
  try {
    await link.client.run('DELETE', `/instances/${found.name}/snapshots/${name}`, { signal })
  } catch (error) {
    if (!(error instanceof LxdError) || error.status !== 404) throw error
  }
}

/** Names of the snapshots that LXD has of a container. */
export async function capturesOf({ link, signal }: Pick<Node, 'link' | 'signal'>, instance: string): Promise<string[]> {
  const query = { recursion: '1' }
  return read(snapshots, await link.client.ask('GET', `/instances/${instance}/snapshots`, { signal, query })).map(
    ({ name }) => name.slice(name.lastIndexOf('/') + 1),
  )
}
