import { z } from 'zod'
import { deviceRejected } from '../../../domain/shared/errors.ts'
import type { SshConnection } from '../../../protocols/ssh/connection.ts'
import type { SftpSession } from '../../../protocols/ssh/sftp.ts'
import { msg } from '../../../shared/text.ts'
import { cleanMessage } from '../../clean-message.ts'
import { nodePath } from '../linux/paths.ts'
import type { VolumeSpec } from '../volume-types.ts'

const MOST_BYTES = 64 * 1024
/** Pools on block devices make no smaller ones. */
const LEAST_MIB = 8

/** What a container's disk is to be made of: LXD makes it together with the container. */
const plan = z.object({
  size_mib: z.int(),
  image: z.string().nullable(),
  /** The image has the content of a backup, and is there until the container is made of it. */
  restored: z.boolean().optional(),
  /** The snapshot of another container that it is a copy of, `container/snapshot`; it is there until the copy is made. */
  copy_of: z.string().max(200).optional(),
})
export type VolumePlan = z.infer<typeof plan>

/** Digest of an image on the node, which is its name in LXD too. */
async function digestOf(files: SftpSession, path: string): Promise<string> {
  const beside = `${nodePath(path)}.sha256`
  const digest = (await files.stat(beside)) ? (await files.read(beside, 64)).toString('latin1') : ''
  if (/^[0-9a-f]{64}$/.test(digest)) return digest
  throw deviceRejected(msg`The image ${cleanMessage(path)} is not on the node`)
}

/**
 * Notes what the disk of a container is to be: its size and image. The same volume again is a no-op; another one in its place is
 * refused.
 */
export async function createVolume(ssh: SshConnection, volume: VolumeSpec, signal: AbortSignal): Promise<void> {
  const path = nodePath(volume.path)
  const wanted: VolumePlan = { size_mib: volume.size_mib, image: null }
  await ssh.sftp(signal, async (files) => {
    if (volume.backing) wanted.image = await digestOf(files, volume.backing.path)
    if (await files.stat(path)) {
      const present = parsePlan((await files.read(path, MOST_BYTES)).toString('utf8'))
      if (present?.size_mib === wanted.size_mib && present.image === wanted.image) return
      throw deviceRejected(msg`Another file is already at ${cleanMessage(path)} on the node`)
    }
    if (volume.size_mib < LEAST_MIB)
      throw deviceRejected(msg`A container needs a disk of at least ${LEAST_MIB} MiB, this one has ${volume.size_mib}`)
    await files.writeFile(path, Buffer.from(JSON.stringify(wanted)), 0o600)
  })
}

/** Notes another size of a disk. @throws PanelError device_rejected when nothing is noted at its path */
export async function planSize(ssh: SshConnection, path: string, size_mib: number, signal: AbortSignal): Promise<void> {
  const present = await requirePlan(ssh, path, signal)
  if (present.size_mib >= size_mib) return
  const text = JSON.stringify({ ...present, size_mib })
  await ssh.sftp(signal, (files) => files.writeFile(path, Buffer.from(text), 0o600))
}

/** Notes of which image a disk gets the content of a backup. @throws PanelError device_rejected when nothing is noted at its path */
export async function planContent(ssh: SshConnection, path: string, image: string, signal: AbortSignal): Promise<void> {
  const present = await requirePlan(ssh, path, signal)
  const text = JSON.stringify({ ...present, image, restored: true })
  await ssh.sftp(signal, (files) => files.writeFile(path, Buffer.from(text), 0o600))
}

/** Notes of which snapshot a disk is a copy; null: of none any more. */
export async function planCopy(
  ssh: SshConnection,
  path: string,
  { size_mib, copy_of }: { size_mib: number; copy_of: string | null },
  signal: AbortSignal,
): Promise<void> {
  const noted: VolumePlan = { size_mib, image: null, ...(copy_of !== null && { copy_of }) }
  await ssh.sftp(signal, (files) => files.writeFile(nodePath(path), Buffer.from(JSON.stringify(noted)), 0o600))
}

/** @throws PanelError device_rejected when nothing is noted at a path */
export async function requirePlan(ssh: SshConnection, path: string, signal: AbortSignal): Promise<VolumePlan> {
  const present = await readPlan(ssh, path, signal)
  if (!present) throw deviceRejected(msg`There is no disk at ${cleanMessage(path)} on the node`)
  return present
}

/** What a disk at a path is to be; null when nothing is noted there. */
export async function readPlan(ssh: SshConnection, path: string, signal: AbortSignal): Promise<VolumePlan | null> {
  const text = await ssh.sftp(signal, async (files) =>
    (await files.stat(nodePath(path))) ? (await files.read(path, MOST_BYTES)).toString('utf8') : null,
  )
  return text === null ? null : parsePlan(text)
}

function parsePlan(text: string): VolumePlan | null {
  try {
    return plan.parse(JSON.parse(text))
  } catch {
    return null
  }
}
