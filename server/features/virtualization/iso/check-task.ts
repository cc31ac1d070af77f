import { z } from 'zod'
import { db } from '../../../db/pool.ts'
import { refused, wrongState } from '../../../domain/shared/errors.ts'
import { msg } from '../../../shared/text.ts'
import { defineTask } from '../../../tasks/define.ts'
import { isoChanged, noteIso } from './changes.ts'
import { checkFile, requireSum } from './check.ts'
import { failIso, isoLock } from './fetch-task.ts'
import { removeFile } from './folder.ts'

/** Judges an image that was uploaded: it waits until all of it is there. */
export const isoCheckTask = defineTask({
  name: 'iso_upload',
  title: 'Upload ISO image',
  input: z.object({ iso_id: z.int() }),
  locks: ({ iso_id }) => [isoLock(iso_id)],
  timeoutMs: 6 * 3600_000,
  async run(t, { iso_id }) {
    const row = await db().prisma.iso.findUniqueOrThrow({ where: { id: iso_id } })
    if (row.state !== 'checking') throw wrongState(msg`The ISO image has not been uploaded to its end`)
    const size = Math.max(1, Number(row.size_bytes))
    const taken = await t.step('check', async (signal) => {
      const found = await checkFile(row, signal, (bytes) =>
        t.progress(Math.floor((bytes / size) * 98), msg`Computing the checksum`),
      )
      if (found.size_bytes !== Number(row.size_bytes))
        throw refused(msg`${found.size_bytes} bytes of the upload are there instead of ${size}`)
      requireSum(found.sha256, row.sha256)
      return found
    })
    await t.stepTx('remember', (work) =>
      noteIso(work, iso_id, {
        state: 'ready',
        sha256: taken.sha256,
        fault: null,
        expires_at: null,
        task: null,
        reserved: 0,
      }),
    )
    return taken
  },
  async settle(t, { iso_id }, outcome) {
    if (outcome.status === 'complete') return
    const row = await db().prisma.iso.findUnique({ where: { id: iso_id } })
    if (!row || row.state === 'deleting') return
    await t.step('remove', () => removeFile(row))
    await t.stepTx('fail', async (work) => {
      // One that was called off leaves nothing; a VM that waits for it lets go of it by its own task.
      const wanted = await work.tx.host_iso.count({ where: { iso_id } })
      if (outcome.status === 'failed' || wanted > 0) return failIso(work, iso_id, outcome.error?.message ?? '')
      const { count } = await work.tx.iso.deleteMany({ where: { id: iso_id } })
      if (count > 0) isoChanged(work, row, 'delete')
    })
  },
})
