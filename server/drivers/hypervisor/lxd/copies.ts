import { deviceRejected } from '../../../domain/shared/errors.ts'
import { LxdError } from '../../../protocols/lxd/errors.ts'
import { msg } from '../../../shared/text.ts'
import type { DiskCopy } from '../domain-types.ts'
import { deleteFile } from '../linux/files.ts'
import { capturesOf } from './captures.ts'
import { copiedKey } from './define.ts'
import type { ExportNode } from './exports.ts'
import { type Instance, inMib, stateOf } from './instance.ts'
import { planCopy, readPlan } from './volumes.ts'

/** The state of a container that a copy is made of. One of a dead panel goes by itself. */
const SNAPSHOT = 'datahall-copy'
const SNAPSHOT_MS = 48 * 3600_000

/**
 * See `Volumes.copyDisks`: a snapshot, which is of one moment also while the container runs. The copy itself is made together with the container
 * that gets it, by LXD, as cheaply as its pool can.
 */
export async function copyContainer(
  node: ExportNode,
  domain: string,
  copies: readonly DiskCopy[],
  signal: AbortSignal,
): Promise<{ frozen: boolean | null }> {
  const [copy, ...more] = copies
  if (!copy || more.length > 0) throw deviceRejected(msg`A container has exactly one disk`)
  const found = await node.instances.require(domain, signal)
  const frozen = ['running', 'paused'].includes(stateOf(found.status)) ? false : null
  const copy_of = `${found.name}/${SNAPSHOT}`
  const isThere = (await capturesOf({ link: node.link, signal }, found.name)).includes(SNAPSHOT)
  if (isThere && (await readPlan(node.ssh, copy.to, signal))?.copy_of === copy_of) return { frozen }
  if (isThere) await dropSnapshot(node, copy_of, signal)
  const body = { name: SNAPSHOT, stateful: false, expires_at: new Date(Date.now() + SNAPSHOT_MS).toISOString() }
  await node.link.client.run('POST', `/instances/${found.name}/snapshots`, { signal, body })
  await planCopy(node.ssh, copy.to, { size_mib: inMib(found.devices.root?.size) || 1024, copy_of }, signal)
  return { frozen }
}

/** See `Volumes.dropCopies`. */
export async function dropContainerCopies(
  node: ExportNode,
  domain: string,
  copies: readonly DiskCopy[],
  signal: AbortSignal,
): Promise<void> {
  const found = await node.instances.find(domain, signal)
  if (found) await dropSnapshot(node, `${found.name}/${SNAPSHOT}`, signal)
  for (const { to } of copies) await deleteFile(node.ssh, to, signal)
}

/** What a container was copied from is not needed any more. Repeatable. */
export async function endOfCopy(
  node: Pick<ExportNode, 'ssh' | 'link'>,
  { config, devices }: Instance,
  path: string,
  signal: AbortSignal,
): Promise<void> {
  const from = config[copiedKey]
  if (from === undefined) return
  await dropSnapshot(node, from, signal)
  await planCopy(node.ssh, path, { size_mib: inMib(devices.root?.size) || 1024, copy_of: null }, signal)
}

async function dropSnapshot({ link }: Pick<ExportNode, 'link'>, from: string, signal: AbortSignal): Promise<void> {
  const [instance = '', snapshot = ''] = from.split('/')
  // Of another one it is no copy of ours.
  if (snapshot !== SNAPSHOT) return
  try {
    await link.client.run('DELETE', `/instances/${instance}/snapshots/${snapshot}`, { signal })
  } catch (fault) {
    if (!(fault instanceof LxdError && fault.status === 404)) throw fault
  }
}
