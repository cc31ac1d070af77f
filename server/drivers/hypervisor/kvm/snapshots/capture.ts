import { deviceRejected } from '../../../../domain/shared/errors.ts'
import { msg } from '../../../../shared/text.ts'
import { cleanMessage } from '../../../clean-message.ts'
import type { Capture, DomainDisk } from '../../domain-types.ts'
import { type AtDomain, isOn } from '../at-domain.ts'
import { whileFrozen } from '../backup/freeze.ts'
import { hasVolume } from '../volumes.ts'
import { dropMemory, goOn, keepMemory, stop, wholeMemory } from './memory.ts'
import { type BlockNode, blockNodes, monitor } from './monitor.ts'
import { capturesIn, onDisk } from './off.ts'

/** See `NodeConnection.captureDisks`. */
export async function captureDisks(
  at: AtDomain,
  capture: Capture,
  freeze: boolean,
): Promise<{ frozen: boolean | null }> {
  if (!/^[a-zA-Z0-9-]{1,64}$/.test(capture.name)) throw new Error(`Not a name of a capture: ${capture.name}`)
  if (capture.memory !== null) return captureWithMemory(at, { ...capture, memory: capture.memory })
  if (isOn(at)) return captureRunning(at, capture, freeze)
  for (const { path } of capture.disks)
    if (!(await capturesIn(at, path)).includes(capture.name)) await onDisk(at, 'keep', capture.name, path)
  return { frozen: null }
}

async function captureRunning(at: AtDomain, capture: Capture, freeze: boolean): Promise<{ frozen: boolean | null }> {
  const nodes = await nodesOf(at, capture.disks)
  if (nodes.every(({ captures }) => captures.includes(capture.name))) return { frozen: null }
  await dropFrom(at, nodes, capture.name)
  const work = () => transaction(at, nodes, capture.name)
  if (freeze) return { frozen: (await whileFrozen(at.ssh, at, work)).frozen }
  await work()
  return { frozen: null }
}

/** The domain stands still from before the moment of its disks until its memory is written, so that both are of one moment. */
async function captureWithMemory(at: AtDomain, capture: Capture & { memory: string }): Promise<{ frozen: null }> {
  if (!isOn(at)) throw deviceRejected(msg`The VM is off and has no memory to keep`)
  const nodes = await nodesOf(at, capture.disks)
  if ((await wholeMemory(at, capture.memory)) && nodes.every(({ captures }) => captures.includes(capture.name))) {
    await goOn(at, capture.memory)
    return { frozen: null }
  }
  await dropCapture(at, capture)
  try {
    await stop(at, capture.memory)
    await transaction(at, nodes, capture.name)
    await keepMemory(at, capture.memory)
  } finally {
    await goOn(at, capture.memory)
  }
  return { frozen: null }
}

/** See `NodeConnection.dropCapture`; `domain` null: the node does not know it. */
export async function dropCapture(
  at: Omit<AtDomain, 'domain'> & { domain: AtDomain['domain'] | null },
  { name, disks, memory }: Capture,
): Promise<void> {
  const { domain } = at
  if (domain && memory !== null) await goOn({ ...at, domain }, memory)
  if (memory !== null) await dropMemory(at, memory)
  if (domain && isOn({ domain })) {
    const known = await blockNodes({ ...at, domain })
    const nodes = disks.flatMap(({ path }) => known.get(path) ?? [])
    return dropFrom({ ...at, domain }, nodes, name)
  }
  for (const { path } of disks) {
    const there = await hasVolume(at.ssh, path, at.signal)
    if (there && (await capturesIn(at, path)).includes(name)) await onDisk(at, 'drop', name, path)
  }
}

async function nodesOf(at: AtDomain, disks: readonly DomainDisk[]): Promise<BlockNode[]> {
  const known = await blockNodes(at)
  return disks.map(({ path }) => {
    const node = known.get(path)
    if (!node) throw deviceRejected(msg`The running VM does not use the disk ${cleanMessage(path)}: restart it first`)
    return node
  })
}

/** All disks at one moment. */
const transaction = (at: AtDomain, nodes: readonly BlockNode[], name: string) =>
  monitor(at, 'transaction', {
    actions: nodes.map(({ node }) => ({ type: 'blockdev-snapshot-internal-sync', data: { device: node, name } })),
  })

async function dropFrom(at: AtDomain, nodes: readonly BlockNode[], name: string): Promise<void> {
  for (const { node, captures } of nodes)
    if (captures.includes(name)) await monitor(at, 'blockdev-snapshot-delete-internal-sync', { device: node, name })
}
