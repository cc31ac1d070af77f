import { deviceRejected } from '../../../domain/shared/errors.ts'
import { placeOfVolume, volumeFormat, volumeWay } from '../../../domain/storage/volumes.ts'
import type { Domain } from '../../../protocols/libvirt/procedures.ts'
import type { SshConnection } from '../../../protocols/ssh/connection.ts'
import { msg } from '../../../shared/text.ts'
import { cleanMessage } from '../../clean-message.ts'
import { rawVolume } from '../../storage/raw-registry.ts'
import type { DiskCopy } from '../domain-types.ts'
import { failed } from '../linux/failed.ts'
import { nodePath } from '../linux/paths.ts'
import { areImages, copyImages, dropCut } from './copy-images.ts'
import { copyRunning, endCopy } from './copy-running.ts'
import type { LibvirtLink } from './libvirt-link.ts'
import { copyTo, nameVolume } from './volume-copy.ts'
import { qemuName } from './volume-source.ts'
import { hasVolume, inspectImage, removeVolume, volumeBytes } from './volumes.ts'

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
  const there = await Promise.all(copies.map(({ to }) => hasVolume(ssh, to, signal)))
  if (there.every(Boolean)) return { frozen: runs ? false : null }
  await dropCopies(source, copies)
  await requireRoom(ssh, copies, signal)
  const under = copies.map((one) => ({ ...one, to: unfinished(one) }))
  let frozen: boolean | null = null
  const isCut = runs && areImages(copies)
  if (!isCut) for (const one of under) await prepareCopy(ssh, one, signal)
  if (isCut) frozen = await copyImages(source, under)
  else if (runs) frozen = await copyRunning(source, under)
  else for (const one of under) await copyStopped(ssh, one, signal)
  for (const one of copies) await nameVolume(ssh, unfinished(one), one.to, signal)
  return { frozen }
}

/** See `NodeConnection.dropCopies`. */
export async function dropCopies(
  { ssh, link, domain, signal }: Omit<Source, 'domain'> & { domain: Domain | null },
  copies: readonly DiskCopy[],
) {
  const paths = copies.flatMap((one) => [one.to, unfinished(one)])
  if (domain && domain.id >= 0) {
    if (areImages(copies)) await dropCut({ ssh, link, domain, signal }, copies)
    else await endCopy({ link, domain, signal }, copies)
  }
  for (const path of paths) await removeVolume(ssh, path, signal)
}

/** QEMU makes files itself; what is none has to be there. */
async function prepareCopy(ssh: SshConnection, { from, to }: DiskCopy, signal: AbortSignal): Promise<void> {
  const size_mib = Math.ceil((await volumeBytes(ssh, from, signal)) / mib)
  await rawVolume(ssh, to)?.create(size_mib, signal)
}

/** On the same image as the disk, so that the copy holds only what differs from it. QEMU's lock keeps a domain that runs away from it. */
async function copyStopped(ssh: SshConnection, { from, to }: DiskCopy, signal: AbortSignal) {
  const format = volumeFormat(from)
  const info = await inspectImage(ssh, from, format, signal)
  const words = ['qemu-img', 'convert', '-q', '-f', format, ...copyTo(to, info, true), qemuName(from), qemuName(to)]
  const timeoutMs = 60_000 + Math.ceil(info['virtual-size'] / copyBytesPerS) * 1000
  const made = await ssh.exec(words, { signal, timeoutMs })
  if (made.code !== 0) throw failed('qemu-img', made)
}

/** Of files; where volumes are anything else, making them says whether there is room. */
async function requireRoom(ssh: SshConnection, copies: readonly DiskCopy[], signal: AbortSignal) {
  const filed = copies.filter(({ from, to }) => volumeWay(from) === 'file' && volumeWay(to) === 'file')
  const [first] = filed
  if (!first) return
  await ssh.sftp(signal, async (files) => {
    const sizes = await Promise.all(filed.map(({ from }) => files.stat(nodePath(from))))
    const needed = sizes.reduce((sum, one) => sum + (one?.size ?? 0), reserveBytes)
    const folder = placeOfVolume(first.to)
    const { free } = await files.space(folder)
    if (free >= needed) return
    throw deviceRejected(
      msg`The node has ${Math.floor(free / mib)} MiB free at ${cleanMessage(folder)}; the copies need ${Math.ceil(needed / mib)}`,
    )
  })
}
