import { deviceRejected } from '../../../domain/shared/errors.ts'
import type { SshConnection } from '../../../protocols/ssh/connection.ts'
import { msg } from '../../../shared/text.ts'
import type { DomainSpec } from '../domain-types.ts'
import { whenStopped } from './busy.ts'
import { appliedKey, diskKey, instanceDevices } from './define.ts'
import type { InstanceDefinitions } from './definitions.ts'
import { dropContent } from './fill-volume.ts'
import { type Instance, stateOf } from './instance.ts'
import type { Instances } from './instances.ts'
import type { LxdLink } from './lxd-link.ts'
import { instanceName, nameKey } from './names.ts'
import { storagePool } from './pool.ts'
import { requirePlan } from './volumes.ts'

type Node = { ssh: SshConnection; link: LxdLink; instances: Instances; definitions: InstanceDefinitions }

/** What the container that is to take the place of another one is called until then. */
export const nextOf = (domain: string): string => `${domain} next`

/**
 * Puts a container of another image in the place of one that is off. The present one is deleted when the new one is complete; broken
 * off anywhere, it goes on where it was.
 */
export async function replaceInstance(node: Node, spec: DomainSpec, signal: AbortSignal): Promise<void> {
  const { client } = node.link
  const [disk] = spec.disks
  if (!disk) throw deviceRejected(msg`A container has exactly one disk`)
  const next = instanceName(nextOf(spec.internal_name))
  const present = await node.instances.find(spec.internal_name, signal)
  if (present?.config[diskKey] !== disk.path) {
    if (present) {
      if (['running', 'paused'].includes(stateOf(present.status)))
        throw deviceRejected(msg`A running VM cannot be replaced: shut it down first`)
      // One that is there beside it may be a part only.
      if (await node.instances.find(nextOf(spec.internal_name), signal))
        await client.run('DELETE', `/instances/${next}`, { signal })
      await makeNext(node, spec, { path: disk.path, present }, signal)
      await whenStopped(() => client.run('DELETE', `/instances/${present.name}`, { signal }), signal)
    }
    const name = instanceName(spec.internal_name)
    if (await node.instances.find(nextOf(spec.internal_name), signal))
      await client.run('POST', `/instances/${next}`, { signal, body: { name } })
  }
  await node.definitions.define(spec, signal)
  await dropContent(node, disk.path, signal)
}

/** Without interfaces: the present one has their addresses still. */
async function makeNext(
  { ssh, link }: Node,
  spec: DomainSpec,
  { path, present }: { path: string; present: Instance },
  signal: AbortSignal,
): Promise<void> {
  const plan = await requirePlan(ssh, path, signal)
  const root = { pool: present.devices.root?.pool ?? (await storagePool(link, signal)), size_mib: plan.size_mib }
  // What comes back from a backup has been told its seed, and keeps its users as they were then.
  const told = plan.restored ? present.config[appliedKey] : undefined
  await link.client.run('POST', '/instances', {
    signal,
    body: {
      name: instanceName(nextOf(spec.internal_name)),
      type: 'container',
      source: plan.image ? { type: 'image', fingerprint: plan.image } : { type: 'none' },
      profiles: [],
      config: {
        [nameKey]: nextOf(spec.internal_name),
        [diskKey]: path,
        'security.privileged': 'false',
        ...(told !== undefined && { [appliedKey]: told }),
      },
      devices: instanceDevices({ ...spec, interfaces: [] }, root, new Map()),
    },
  })
}
