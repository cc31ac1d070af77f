import { deviceRejected } from '../../../../domain/shared/errors.ts'
import { procedures } from '../../../../protocols/libvirt/procedures.ts'
import { msg } from '../../../../shared/text.ts'
import { cleanMessage } from '../../../clean-message.ts'
import { nodePath } from '../../linux/paths.ts'
import { type AtDomain, isOn } from '../at-domain.ts'
import { domainState } from '../domain-state.ts'
import { buildXml } from '../xml.ts'

const mib = 1 << 20
/** Left free on the node besides the memory. */
const reserveMib = 64
/** Slowest disk that is waited for. */
const mibPerS = 20
/** virDomainSnapshotCreateFlags: libvirt keeps no record, which would stand against a migration. */
const noMetadata = 4
/** virDomainSaveRestoreFlags: it goes on, though it stood still when its memory was written. */
const running = 2

const unfinished = (memory: string): string => `${nodePath(memory)}.new`
/** Lies there as long as the domain stands still for its capture, so that a worker that takes over lets it go on. */
const standing = (memory: string): string => `${nodePath(memory)}.standing`

const stateOf = async ({ link, domain, signal }: AtDomain) => {
  const { state, reason } = await link.call(procedures.domainState, { domain, flags: 0 }, signal)
  return domainState(state, reason)
}

const ramMib = async ({ link, domain, signal }: AtDomain): Promise<number> =>
  Math.ceil((await link.call(procedures.domainInfo, domain, signal)).maxMemoryKib / 1024)

/** Whether the memory was written to its end. */
export const wholeMemory = ({ ssh, signal }: Pick<AtDomain, 'ssh' | 'signal'>, memory: string): Promise<boolean> =>
  ssh.sftp(signal, async (files) => (await files.stat(nodePath(memory))) !== null)

/** Lets a running domain stand still, after a look whether there is room for its memory. */
export async function stop(at: AtDomain, memory: string): Promise<void> {
  if ((await stateOf(at)) !== 'running')
    throw deviceRejected(msg`The VM stands still: only the memory of a running VM can be kept`)
  const needed = (await ramMib(at)) + reserveMib
  await at.ssh.sftp(at.signal, async (files) => {
    const folder = memory.slice(0, memory.lastIndexOf('/')) || '/'
    const free = Math.floor((await files.space(folder)).free / mib)
    if (free < needed)
      throw deviceRejected(msg`The node has ${free} MiB free at ${cleanMessage(folder)}; the memory needs ${needed}`)
    await files.writeFile(standing(memory), Buffer.alloc(0), 0o600)
  })
  await at.link.call(procedures.suspend, at.domain, at.signal)
}

/** Writes the memory of a domain that stands still; under its name when it is whole. */
export async function keepMemory(at: AtDomain, memory: string): Promise<void> {
  const { link, domain, signal, ssh } = at
  const definition = await link.call(procedures.domainXml, { domain, flags: 0 }, signal)
  const disks = [...definition.matchAll(/<target dev='([a-z0-9]+)' bus=/g)].map(([, target = '']) => target)
  const xml = buildXml({
    domainsnapshot: {
      name: 'memory',
      memory: { '@snapshot': 'external', '@file': unfinished(memory) },
      disks: { disk: disks.map((target) => ({ '@name': target, '@snapshot': 'no' })) },
    },
  })
  const patience = 60_000 + ((await ramMib(at)) / mibPerS) * 1000
  await link.call(procedures.snapshotCreate, { domain, xml, flags: noMetadata }, signal, Math.ceil(patience))
  await ssh.sftp(signal, async (files) => {
    await files.chmod(unfinished(memory), 0o600)
    await files.rename(unfinished(memory), nodePath(memory))
  })
}

/** Lets a domain go on that was made to stand still here; one that stands still for another reason is left alone. */
export async function goOn(at: AtDomain, memory: string): Promise<void> {
  const ours = await at.ssh.sftp(at.signal, async (files) => (await files.stat(standing(memory))) !== null)
  if (!ours) return
  if (isOn(at) && (await stateOf(at)) === 'paused') await at.link.call(procedures.resume, at.domain, at.signal)
  await at.ssh.sftp(at.signal, (files) => files.remove(standing(memory)))
}

/** Removes the memory, whole or not. */
export const dropMemory = ({ ssh, signal }: Pick<AtDomain, 'ssh' | 'signal'>, memory: string): Promise<void> =>
  ssh.sftp(signal, async (files) => {
    for (const path of [nodePath(memory), unfinished(memory)]) await files.remove(path)
  })

/** See `NodeConnection.resumeDomain`. The file names the disks as they are: its definition is used as it is. */
export async function resumeDomain(at: AtDomain, memory: string): Promise<void> {
  if (isOn(at)) return
  const there = await at.ssh.sftp(at.signal, (files) => files.stat(nodePath(memory)))
  if (!there) throw deviceRejected(msg`The memory of the VM is no longer at ${cleanMessage(memory)} on the node`)
  const patience = 60_000 + (there.size / mib / mibPerS) * 1000
  await at.link.call(procedures.restore, { from: memory, flags: running }, at.signal, Math.ceil(patience))
}
