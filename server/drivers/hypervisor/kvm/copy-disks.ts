import type { Domain } from '../../../protocols/libvirt/procedures.ts'
import type { SshConnection } from '../../../protocols/ssh/connection.ts'
import { msg } from '../../../shared/text.ts'
import { cleanMessage } from '../../clean-message.ts'
import type { DiskCopy } from '../domain-types.ts'
import { failed } from '../linux/failed.ts'
import { rejected } from '../linux/messages.ts'
import { nodePath } from '../linux/paths.ts'
import { copyRunning, endCopy } from './copy-running.ts'
import type { LibvirtLink } from './libvirt-link.ts'
import { inspectImage } from './volumes.ts'

const mib = 1 << 20
/** Left free on the node besides the copies. */
const reserveBytes = 64 * mib
/** Slowest disk that is waited for. */
const copyBytesPerS = 20 * mib

type Source = { ssh: SshConnection; link: LibvirtLink; domain: Domain; signal: AbortSignal }

/** Not under its name before it is whole. */
const unfinished = ({ to }: DiskCopy): string => `${to}.new`

/** See `NodeConnection.copyDisks`. */
export async function copyDisks(source: Source, copies: readonly DiskCopy[]): Promise<{ frozen: boolean | null }> {
  const { ssh, domain, signal } = source
  const runs = domain.id >= 0
  const there = await ssh.sftp(signal, (files) => Promise.all(copies.map(({ to }) => files.stat(nodePath(to)))))
  if (there.every(Boolean)) return { frozen: runs ? false : null }
  await dropCopies(source, copies)
  await requireRoom(ssh, copies, signal)
  const under = copies.map((one) => ({ ...one, to: unfinished(one) }))
  let frozen: boolean | null = null
  if (runs) frozen = await copyRunning(source, under)
  else for (const one of under) await copyStopped(ssh, one, signal)
  await ssh.sftp(signal, async (files) => {
    for (const one of copies) {
      await files.chmod(unfinished(one), 0o600)
      await files.rename(unfinished(one), one.to)
    }
  })
  return { frozen }
}

/** See `NodeConnection.dropCopies`. */
export async function dropCopies(
  { ssh, link, domain, signal }: Omit<Source, 'domain'> & { domain: Domain | null },
  copies: readonly DiskCopy[],
) {
  const paths = copies.flatMap((one) => [nodePath(one.to), unfinished(one)])
  if (domain && domain.id >= 0) await endCopy({ link, domain, signal }, copies)
  await ssh.sftp(signal, async (files) => {
    for (const path of paths) await files.remove(path)
  })
}

/** On the same image as the disk, so that the copy holds only what differs from it. QEMU's lock keeps a domain that runs away from it. */
async function copyStopped(ssh: SshConnection, { from, to }: DiskCopy, signal: AbortSignal) {
  const info = await inspectImage(ssh, from, 'qcow2', signal)
  const below = info['backing-filename']
  const format = info['backing-filename-format']
  const base = below === undefined ? [] : ['-B', nodePath(below), '-F', format === 'raw' ? 'raw' : 'qcow2']
  const words = ['qemu-img', 'convert', '-q', '-f', 'qcow2', '-O', 'qcow2', ...base, nodePath(from), nodePath(to)]
  const timeoutMs = 60_000 + Math.ceil(info['virtual-size'] / copyBytesPerS) * 1000
  const made = await ssh.exec(words, { signal, timeoutMs })
  if (made.code !== 0) throw failed('qemu-img', made)
}

async function requireRoom(ssh: SshConnection, copies: readonly DiskCopy[], signal: AbortSignal) {
  await ssh.sftp(signal, async (files) => {
    const sizes = await Promise.all(copies.map(({ from }) => files.stat(nodePath(from))))
    const needed = sizes.reduce((sum, one) => sum + (one?.size ?? 0), reserveBytes)
    const folder = copies[0]?.to.slice(0, copies[0].to.lastIndexOf('/')) || '/'
    const { free } = await files.space(folder)
    if (free >= needed) return
    throw rejected(
      msg`The node has ${Math.floor(free / mib)} MiB free at ${cleanMessage(folder)}; the copies need ${Math.ceil(needed / mib)}`,
    )
  })
}
