import { db } from '../../../db/pool.ts'
import type { Work } from '../../../db/transaction.ts'
import { artefactsOf, templateContent } from '../../../domain/os-template/index.ts'
import { msg } from '../../../shared/text.ts'
import { defineTask, type TaskContext } from '../../../tasks/define.ts'
import { addressOf, openImage } from '../../virtualization/repository/source.ts'
import { templateChanged } from './changes.ts'
import { dropLeft, leftOver } from './left-over.ts'
import { usedSql } from './uses.ts'
import { gone, settleFailed, type TemplateWork, templateLocks, templateWork, withLocationStore } from './work.ts'

/** Transfers to one location at the same time. */
const AT_ONCE = 2

/** Brings the files of a template to a location, then removes those of an older one, unless an operation may still fetch them. */
export const templateInstallTask = defineTask({
  name: 'os_template_install',
  title: 'Bring OS template to location',
  input: templateWork,
  locks: templateLocks,
  limits: ({ location_id }) => [{ key: `os_template:${location_id}`, capacity: AT_ONCE }],
  timeoutMs: 12 * 3600_000,
  async run(t, input) {
    const plan = await t.step('plan', () => planOf(input))
    const all = plan.files.reduce((sum, { bytes }) => sum + bytes, 0)
    let before = 0
    for (const [n, file] of plan.files.entries()) {
      const told = before
      await t.step(`put_${n}`, (signal) => put(t, { ...plan, all, before: told }, input.location_id, file, signal), {
        retries: 3,
        backoffMs: 2000,
      })
      before += file.bytes
    }
    const { old } = await t.stepTx('finish', (work) => finish(work, input))
    if (old) await dropLeft(t, input, old)
  },
  settle: settleFailed('installing'),
})

type File = { file: string; sha256: string; bytes: number }
type Plan = { name: string; url: string; files: File[] }

async function planOf({ template_id, location_id }: TemplateWork): Promise<Plan> {
  const { rows } = await db().pool.query<{ name: string; url: string; wanted: unknown }>(
    `select t.name, r.url, x.wanted from os_template_location x join os_template t on t.id = x.template_id
       join repository r on r.id = t.repository_id where x.template_id = $1::int and x.location_id = $2::int`,
    [template_id, location_id],
  )
  const [row] = rows
  if (!row) throw gone()
  const files = artefactsOf(templateContent.parse(row.wanted))
  return {
    name: row.name,
    url: row.url,
    files: files.map(({ file, sha256, bytes }) => ({ file, sha256, bytes })),
  }
}

type Progress = Plan & { all: number; before: number }

function put(
  t: TaskContext,
  { name, url, all, before }: Progress,
  location_id: number,
  { file, sha256, bytes }: File,
  signal: AbortSignal,
): Promise<void> {
  const artefact = {
    ...{ sha256, bytes, url: addressOf(url, file) },
    open: (offset: number, opening: AbortSignal) => openImage(url, file, offset, opening),
  }
  return withLocationStore(location_id, signal, (store) =>
    store.put(artefact, signal, (done) =>
      t.progress(Math.floor(((before + done) / all) * 95), msg`Bringing ${name} to the location`),
    ),
  )
}

/** From here on what was brought is used. Answers the files that are not needed any more; null: an operation may have been told of them, and its end removes them. */
async function finish(work: Work, input: TemplateWork): Promise<{ old: string[] | null }> {
  const { template_id, location_id } = input
  // Held first: what its repository has next finds the location as it is then.
  // Alone: an operation that begins with it holds it as well, and uses the new files then.
  await work.sql('select id from os_template where id = $1::int for no key update', [template_id])
  const [row] = await work.sql<{ wanted: unknown; sums: string[]; used: boolean }>(
    `update os_template_location x set content = x.wanted, fault = null, updated_at = now(),
            status = case when x.wanted = t.content or not t.offered then 'ok' else 'need_update' end
       from os_template t
      where t.id = x.template_id and x.template_id = $1::int and x.location_id = $2::int and x.status = 'installing'
      returning x.wanted, x.sums, ${usedSql('x')} as used`,
    [template_id, location_id],
  )
  if (!row) throw gone()
  templateChanged(work, template_id)
  return { old: row.used ? null : await leftOver(work, input, row.sums, row.wanted) }
}
