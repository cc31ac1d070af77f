import { z } from 'zod'
import { db } from '../../../db/pool.ts'
import { stored } from '../../../db/sentences.ts'
import { notFound, PanelError } from '../../../domain/shared/errors.ts'
import { StoreError } from '../../../protocols/chunk-store/errors.ts'
import { msg, quote } from '../../../shared/text.ts'
import { defineTask } from '../../../tasks/define.ts'
import { checkLocation } from './open.ts'
import { noteChecked, noteFault, statusOf } from './store.ts'

/** Signs in to a backup location, pins its key at the first time, and tries all that a backup needs. */
export const backupLocationCheckTask = defineTask({
  name: 'backup_location_check',
  title: 'Check backup location',
  input: z.object({ location_id: z.int(), skip: z.boolean() }),
  locks: ({ location_id }) => [`backup_location:${location_id}`],
  timeoutMs: 5 * 60_000,
  async run(t, { location_id: id, skip }) {
    if (skip) return { checked: false }
    t.progress(5, msg`Connecting`)
    const found = await t.step('check', async (signal) => {
      const row = await db().prisma.backup_location.findUnique({ where: { id } })
      if (!row) throw notFound(msg`Backup location`, id)
      const { ip, port, login, path } = row
      const way = { ip, port, login, path }
      try {
        return { way, found: await checkLocation(row, signal), status: null, fault: null }
      } catch (fault) {
        const status = signal.aborted ? null : statusOf(fault)
        if (!status || !(fault instanceof StoreError || fault instanceof PanelError)) throw fault
        return { way, found: null, status, fault: stored(fault.text) }
      }
    })
    t.progress(90, msg`Saving`)
    await t.stepTx('save', async (work) => {
      if (found.found) await noteChecked(work, id, found.way, found.found)
      else await noteFault(work, id, found.way, found.status, found.fault)
    })
    // `stored` has noted its words, so they are found again in the reader's language.
    if (!found.found)
      throw new PanelError(
        found.status === 'unreachable' ? 'device_unreachable' : 'device_rejected',
        quote(found.fault),
      )
    return { checked: true }
  },
})
