import { deviceRejected } from '../../../../domain/shared/errors.ts'
import { msg } from '../../../../shared/text.ts'
import type { DiskToRead, ExportRequest } from '../../backup-types.ts'
import { type At, beginNotes, endNotes, prepareCheckpoints } from './checkpoints.ts'
import { Opened } from './opened.ts'
import { EXPORT_NAME, type ServedExport, serveFiles, socketOf } from './serve-files.ts'

/**
 * Disks of a domain that is off, or of none, served by `qemu-nbd`. Writes are noted from before it serves, and no process can write meanwhile.
 * @param again finds the domain anew: it may have been started
 */
export async function exportStopped(
  at: At,
  request: ExportRequest,
  again: (signal: AbortSignal) => Promise<At>,
): Promise<ServedExport> {
  const { ssh, signal } = at
  const { disks, checkpoint, parent } = request
  const trusted = await prepareCheckpoints(at, request)
  const name = disks.every(({ format }) => format === 'qcow2') ? checkpoint : null
  if (name !== null) await beginNotes(at, disks, name)
  const bitmap = trusted ? parent : null
  const end = async (keep: boolean, ending: AbortSignal) => {
    if (name !== null) await endNotes(await again(ending), disks, name, keep)
  }
  let served: Awaited<ReturnType<typeof serveFiles>>
  try {
    served = await serveFiles(
      ssh,
      disks.map((disk) => ({ ...disk, bitmap })),
      'read',
      signal,
    )
  } catch (error) {
    await end(false, AbortSignal.timeout(30_000)).catch(() => {})
    throw error
  }
  const opened = new Opened()
  let closing = false
  const stop = async () => {
    closing = true
    opened.close()
    await served.close()
  }
  const lost = () => deviceRejected(msg`The disks of the VM are no longer served: it was probably started`)
  return {
    disks: disks.map((disk: DiskToRead) => ({
      target_dev: disk.target_dev,
      socket: socketOf(disk.path),
      export_name: EXPORT_NAME,
      incremental: bitmap !== null,
      open: async (opening) => opened.open(await served.open(disk.path, opening), EXPORT_NAME, bitmap, opening),
    })),
    checkpoint: name,
    full_because: parent !== null && !trusted ? msg`the notes of what has changed are gone or broken` : null,
    frozen: null,
    ended: served.over.then(() => (closing ? null : lost())),
    finish: async (ending) => {
      await stop()
      await end(true, ending)
    },
    abort: async (ending) => {
      await stop()
      await end(false, ending)
    },
  }
}
