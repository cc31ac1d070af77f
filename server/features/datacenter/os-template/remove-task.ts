import { lockRow, type Work } from '../../../db/transaction.ts'
import { msg } from '../../../shared/text.ts'
import { defineTask } from '../../../tasks/define.ts'
import { templateChanged } from './changes.ts'
import { settleFailed, type TemplateWork, templateLocks, templateWork, unused, withLocationStore } from './work.ts'

/** Removes the files of a template from a location, but for those that others there have as well. */
export const templateRemoveTask = defineTask({
  name: 'os_template_remove',
  title: 'Remove OS template from location',
  input: templateWork,
  locks: templateLocks,
  timeoutMs: 3600_000,
  async run(t, input) {
    const sums = await t.stepTx('begin', (work) => begin(work, input))
    for (const [n, sum] of sums.entries()) {
      t.progress(Math.floor((n / sums.length) * 95), msg`Removing files from the location`)
      await t.step(
        `drop_${n}`,
        (signal) => withLocationStore(input.location_id, signal, (store) => store.drop(sum, signal)),
        { retries: 2 },
      )
    }
    await t.stepTx('forget', (work) => forget(work, input))
  },
  settle: settleFailed('deleting'),
})

/** From here on nothing of it can be used; answers the files that go. */
async function begin(work: Work, input: TemplateWork): Promise<string[]> {
  const [row] = await work.sql<{ sums: string[] }>(
    `update os_template_location set content = null, updated_at = now()
      where template_id = $1::int and location_id = $2::int and status = 'deleting' returning sums`,
    [input.template_id, input.location_id],
  )
  if (!row) return []
  templateChanged(work, input.template_id)
  return unused(work, input, row.sums)
}

/** A template that its repository has no more goes with the last location that had it. */
async function forget(work: Work, { template_id, location_id }: TemplateWork): Promise<void> {
  await lockRow(work, 'os_template', template_id)
  await work.tx.os_template_location.deleteMany({ where: { template_id, location_id, status: 'deleting' } })
  const last = await work.sql(
    `delete from os_template t where id = $1::int and not offered
        and not exists (select from os_template_location x where x.template_id = t.id) returning id`,
    [template_id],
  )
  templateChanged(work, template_id, last.length > 0 ? 'delete' : 'update')
}
