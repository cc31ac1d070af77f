import type { Work } from '../../../db/transaction.ts'
import { msg } from '../../../shared/text.ts'
import { defineTask } from '../../../tasks/define.ts'
import { enqueue } from '../../../tasks/enqueue.ts'
import { dropLeft, leftOver } from './left-over.ts'
import { usedSql } from './uses.ts'
import { templateLocks, templateWork } from './work.ts'

/** Of a template `x` in a location: it is there as a whole, and no operation uses it. */
const IDLE = `x.status in ('ok', 'need_update') and x.content is not null and not ${usedSql('x')}`

/** Removes the files of older versions of a template that operations had kept in a location. */
export const templateTidyTask = defineTask({
  name: 'os_template_tidy',
  title: 'Remove old files of OS template from location',
  input: templateWork,
  locks: templateLocks,
  timeoutMs: 3600_000,
  async run(t, input) {
    t.progress(5, msg`Removing files from the location`)
    const { old } = await t.stepTx('look', async (work) => {
      // Alone, as in `finish` of what brings templates: who begins an operation with it waits, and uses the files that stay.
      await work.sql('select id from os_template where id = $1::int for no key update', [input.template_id])
      const [row] = await work.sql<{ sums: string[]; content: unknown }>(
        `select x.sums, x.content from os_template_location x where x.template_id = $1::int and x.location_id = $2::int and ${IDLE}`,
        [input.template_id, input.location_id],
      )
      return { old: row ? await leftOver(work, input, row.sums, row.content) : null }
    })
    if (old) await dropLeft(t, input, old)
  },
})

/** Queues the removal of what an operation that has ended had kept from being removed in its location. */
export async function tidyTemplates(work: Work, location_id: number): Promise<void> {
  const rows = await work.sql<{ template_id: number; sums: string[] }>(
    `select x.template_id, x.sums from os_template_location x where x.location_id = $1::int and ${IDLE} and exists (
       select from unnest(x.sums) s where s not in (
         select x.content->part->>'sha256' from unnest(array['kernel', 'initrd', 'image']) part where x.content->part->>'sha256' is not null))
      order by x.template_id`,
    [location_id],
  )
  for (const { template_id, sums } of rows)
    await enqueue(
      work,
      templateTidyTask,
      { template_id, location_id, sums },
      {
        registry_id: template_id,
        entity: 'os_template',
        account_id: null,
      },
    )
}
