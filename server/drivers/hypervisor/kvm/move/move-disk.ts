import { deviceRejected } from '../../../../domain/shared/errors.ts'
import { volumeFormat } from '../../../../domain/storage/volumes.ts'
import { LibvirtError } from '../../../../protocols/libvirt/errors.ts'
import type { Domain } from '../../../../protocols/libvirt/procedures.ts'
import type { SshConnection } from '../../../../protocols/ssh/connection.ts'
import { msg } from '../../../../shared/text.ts'
import type { DiskMove, OnCopied, Where } from '../../move-types.ts'
import type { LibvirtLink } from '../libvirt-link.ts'
import { inspectImage, removeVolume } from '../volumes.ts'
import { copyVolume, unfinished } from './convert.ts'
import { definedSource, endMirror, mirror } from './mirror.ts'

/** `find`: the domain as it is now, null when the node does not know it. */
type At = { ssh: SshConnection; link: LibvirtLink; find: () => Promise<Domain | null>; signal: AbortSignal }

const mib = 1 << 20

async function known({ find }: At): Promise<Domain> {
  const domain = await find()
  if (!domain) throw deviceRejected(msg`The node does not know the VM`)
  return domain
}

/** See `DiskMoves.moveDisk`; the definition is the caller's. What the guest does meanwhile, such as powering off, begins the copy anew. */
export async function moveDisk(at: At, move: DiskMove, onCopied: OnCopied): Promise<void> {
  for (;;) {
    at.signal.throwIfAborted()
    const domain = await known(at)
    if (domain.id >= 0) {
      if (await mirror({ ...at, domain }, move, onCopied)) return
    } else {
      if ((await definedSource({ ...at, domain }, move.disk.target_dev)) === move.to) return
      await copyStopped(at, move, onCopied)
      // Started by hand meanwhile: the copy is older than the disk.
      if ((await known(at)).id < 0) return
    }
  }
}

async function copyStopped({ ssh, signal }: At, { disk, to, keepsImage, limit }: DiskMove, onCopied: OnCopied) {
  const format = volumeFormat(disk.path)
  const info = await inspectImage(ssh, disk.path, format, signal)
  if ((info.snapshots ?? []).length > 0)
    throw deviceRejected(msg`The disk holds the states of snapshots, which a copy would lose: delete them first`)
  const from = { path: disk.path, format }
  const size_mib = Math.ceil(info['virtual-size'] / mib)
  await copyVolume(ssh, { from, to: { path: to, size_mib }, keepsImage, limit }, onCopied, signal)
}

/** See `DiskMoves.dropMove`. */
export async function dropMove(at: At, move: Pick<DiskMove, 'disk' | 'to'>): Promise<Where> {
  const { ssh, signal } = at
  const domain = await at.find()
  if (domain && domain.id >= 0) {
    const changed = await endMirror({ ...at, domain }, move).catch((error) => {
      // Powered off meanwhile: what it is defined with counts.
      if (error instanceof LibvirtError) return false
      throw error
    })
    if (changed) return 'new'
  }
  if (domain && (await definedSource({ ...at, domain }, move.disk.target_dev)) === move.to) return 'new'
  for (const path of [move.to, unfinished(move.to)]) await removeVolume(ssh, path, signal)
  return 'old'
}
