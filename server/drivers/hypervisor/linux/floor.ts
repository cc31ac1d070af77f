import { setTimeout as delay } from 'node:timers/promises'
import { deviceRejected } from '../../../domain/shared/errors.ts'
import type { SshConnection } from '../../../protocols/ssh/connection.ts'
import { msg } from '../../../shared/text.ts'
import { cleanMessage } from '../../clean-message.ts'

const MIB = 1 << 20
const LOOK_MS = 2_000

/** Where something is written, and what has to stay free there: disks of running VMs may grow in the same file system. */
export type Floor = { folder: string; bytes: number; everyMs?: number }

const freeIn = (ssh: SshConnection, folder: string, signal: AbortSignal) =>
  ssh.sftp(signal, async (files) => (await files.space(folder)).free)

/**
 * Refuses what a file system has no room for above its floor.
 * @throws PanelError device_rejected
 */
export async function requireAbove(
  ssh: SshConnection,
  { folder, bytes }: Floor,
  needed: number,
  signal: AbortSignal,
): Promise<void> {
  const free = await freeIn(ssh, folder, signal)
  if (free < needed + bytes)
    throw deviceRejected(
      msg`The node has ${Math.floor(free / MIB)} MiB free at ${cleanMessage(folder)}; the image needs ${Math.ceil((needed + bytes) / MIB)}`,
    )
}

/**
 * Does something that writes, and ends it as soon as less than the floor is free.
 * @param work ends when its signal does
 * @throws PanelError device_rejected when the room ran out
 */
export async function aboveFloor<T>(
  ssh: SshConnection,
  { folder, bytes, everyMs = LOOK_MS }: Floor,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const [low, done] = [new AbortController(), new AbortController()]
  const watched = AbortSignal.any([signal, done.signal])
  const watch = async () => {
    for (;;) {
      await delay(everyMs, undefined, { signal: watched })
      const free = await freeIn(ssh, folder, watched)
      if (free >= bytes) continue
      return low.abort(
        deviceRejected(
          msg`Only ${Math.floor(free / MIB)} MiB are left at ${cleanMessage(folder)} on the node: writing the image was ended, because disks of VMs may need them`,
        ),
      )
    }
  }
  // A connection that is lost ends the work itself.
  const watching = watch().catch(() => {})
  try {
    return await work(AbortSignal.any([signal, low.signal]))
  } catch (fault) {
    throw low.signal.aborted && !signal.aborted ? low.signal.reason : fault
  } finally {
    done.abort()
    await watching
  }
}
