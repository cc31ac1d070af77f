import { deviceRejected } from '../../../domain/shared/errors.ts'
import { msg } from '../../../shared/text.ts'
import { cleanMessage } from '../../clean-message.ts'
import { inMib } from './instance.ts'
import type { LxdNode } from './lxd-node.ts'
import { planSize, readPlan } from './volumes.ts'

/** Size in MiB of the one disk of a container, as LXD has it. */
export async function rootDiskSize(
  { ssh, instances }: Pick<LxdNode, 'ssh' | 'instances'>,
  domain: string,
  path: string,
  signal: AbortSignal,
): Promise<number> {
  const plan = await readPlan(ssh, path, signal)
  if (!plan) throw deviceRejected(msg`There is no disk at ${cleanMessage(path)} on the node`)
  const found = await instances.find(domain, signal)
  return inMib(found?.devices.root?.size) || plan.size_mib
}

/** Grows the disk of a container that runs or is off; LXD does what its storage pool can. */
export async function growRootDisk(
  node: Pick<LxdNode, 'ssh' | 'link' | 'instances'>,
  domain: string,
  path: string,
  size_mib: number,
  signal: AbortSignal,
): Promise<number> {
  await planSize(node.ssh, path, size_mib, signal)
  const found = await node.instances.find(domain, signal)
  if (found && inMib(found.devices.root?.size) < size_mib) {
    const devices = { root: { ...found.devices.root, size: `${size_mib}MiB` } }
    await node.link.client.run('PATCH', `/instances/${found.name}`, { signal, body: { devices } })
  }
  return rootDiskSize(node, domain, path, signal)
}
