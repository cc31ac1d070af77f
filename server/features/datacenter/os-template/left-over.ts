import type { Work } from '../../../db/transaction.ts'
import { artefactsOf, templateContent } from '../../../domain/os-template/index.ts'
import type { TaskContext } from '../../../tasks/define.ts'
import { templateChanged } from './changes.ts'
import { type TemplateWork, unused, withLocationStore } from './work.ts'

/** Of the files that a template has brought to a location those that neither its content needs nor another template there. */
export async function leftOver(work: Work, input: TemplateWork, sums: readonly string[], content: unknown) {
  const kept = artefactsOf(templateContent.parse(content)).map(({ sha256 }) => sha256)
  return unused(
    work,
    input,
    sums.filter((sum) => !kept.includes(sum)),
  )
}

/** Removes files of older versions, and notes that only those of this one are left. */
export async function dropLeft(t: TaskContext, input: TemplateWork, sums: readonly string[]): Promise<void> {
  for (const sum of sums)
    await t.step(
      `drop_${sum.slice(0, 16)}`,
      (signal) => withLocationStore(input.location_id, signal, (store) => store.drop(sum, signal)),
      { retries: 2 },
    )
  await t.stepTx('forget', (work) => forget(work, input))
}

async function forget(work: Work, { template_id, location_id }: TemplateWork): Promise<void> {
  const where = { template_id_location_id: { template_id, location_id } }
  const row = await work.tx.os_template_location.findUnique({ where })
  if (!row || row.content === null) return
  const sums = artefactsOf(templateContent.parse(row.content)).map(({ sha256 }) => sha256)
  await work.tx.os_template_location.update({ where, data: { sums } })
  templateChanged(work, template_id)
}
