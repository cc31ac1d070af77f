import { z } from 'zod'
import { stored } from '../../../db/sentences.ts'
import type { Work } from '../../../db/transaction.ts'
import { wrongState } from '../../../domain/shared/errors.ts'
import { withSshStore } from '../../../drivers/control-host/ssh-store.ts'
import type { LocationStore } from '../../../drivers/control-host/store-types.ts'
import { msg } from '../../../shared/text.ts'
import type { Outcome, SettleContext } from '../../../tasks/define.ts'
import { controlHostOf } from '../location/control-host.ts'
import { templateChanged } from './changes.ts'

/** What works on a template in a location: `sums` are those of all files that it may bring or remove. */
export const templateWork = z.object({ template_id: z.int(), location_id: z.int(), sums: z.array(z.string()) })
export type TemplateWork = z.output<typeof templateWork>

/**
 * Templates may have files in common: who brings or removes one is alone with it in its location.
 */
export const templateLocks = ({ template_id, location_id, sums }: TemplateWork): string[] => [
  `os_template:${template_id}:${location_id}`,
  ...sums.map((sum) => `location_file:${location_id}:${sum}`),
]

/** The files of a location, over a connection of this piece of work. @throws PanelError in words */
export const withLocationStore = async <T>(
  location_id: number,
  signal: AbortSignal,
  use: (store: LocationStore) => Promise<T>,
): Promise<T> => withSshStore(await controlHostOf(location_id), signal, use)

export const gone = () => wrongState(msg`The location or its OS template was removed meanwhile`)

/** Files of these that nothing else in the location needs. */
export const unused = async (
  work: Pick<Work, 'sql'>,
  { template_id, location_id }: TemplateWork,
  sums: readonly string[],
) =>
  (
    await work.sql<{ sum: string }>(
      `select s as sum from unnest($3::text[]) s where not exists (
         select from os_template_location o where o.location_id = $2::int and o.template_id <> $1::int and s = any(o.sums)) order by s`,
      [template_id, location_id, sums],
    )
  ).map(({ sum }) => sum)

/** Writes why the work failed; what was there before is still known. */
export const settleFailed =
  (moving: 'installing' | 'deleting') =>
  async (t: SettleContext, { template_id, location_id }: TemplateWork, outcome: Outcome): Promise<void> => {
    if (outcome.status === 'complete') return
    await t.stepTx('fail', async (work) => {
      const fault = outcome.error?.message ?? stored(msg`It was stopped`)
      // After the new content was noted only the old files are left to be removed: it can be used.
      const rows = await work.sql(
        `update os_template_location set fault = $3, updated_at = now(), status = case when status = $4 then 'fail' else status end
          where template_id = $1::int and location_id = $2::int returning template_id`,
        [template_id, location_id, fault, moving],
      )
      if (rows.length > 0) templateChanged(work, template_id)
    })
  }
