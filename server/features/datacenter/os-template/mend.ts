import { db } from '../../../db/pool.ts'
import { stored } from '../../../db/sentences.ts'
import { transaction } from '../../../db/transaction.ts'
import { artefactsOf, templateContent } from '../../../domain/os-template/index.ts'
import { templateLifecycle } from '../../../domain/os-template/states.ts'
import { PanelError } from '../../../domain/shared/errors.ts'
import type { LocationStore } from '../../../drivers/control-host/store-types.ts'
import { msg, type Text } from '../../../shared/text.ts'
import { addressOf, openImage } from '../../virtualization/repository/source.ts'
import { templateChanged } from './changes.ts'
import { withLocationStore } from './work.ts'

type Row = { template_id: number; url: string; content: unknown; sums: string[]; moving: boolean }
type Needed = { file: string; sha256: string; bytes: number; url: string; templates: number[] }

/**
 * Looks through the files of a location whose boot services are being set up, so that nothing else begins to bring any there. Files that no record names, whole or not, are removed; one
 * that is damaged or missing is brought again, and where that fails its templates have failed. Of what a task is bringing or removing nothing is touched.
 * May be repeated.
 * @throws PanelError, SshError when the control host does not take files
 */
export async function mendFiles(location_id: number, signal: AbortSignal): Promise<void> {
  const rows = await rowsOf(location_id)
  const named = new Set(rows.flatMap(({ sums }) => sums))
  const moving = new Set(rows.flatMap((row) => (row.moving ? row.sums : [])))
  await withLocationStore(location_id, signal, async (store) => {
    for (const { sha256 } of await store.list(signal)) if (!named.has(sha256)) await store.drop(sha256, signal)
    for (const { file, templates, url, ...artefact } of neededBy(rows)) {
      if (moving.has(artefact.sha256)) continue
      const open = (offset: number, opening: AbortSignal) => openImage(url, file, offset, opening)
      try {
        await store.put({ ...artefact, url: addressOf(url, file), open }, signal, () => {})
      } catch (fault) {
        signal.throwIfAborted()
        if (!(fault instanceof PanelError) || (await isThere(store, artefact, signal))) throw fault
        await fail(
          location_id,
          templates,
          msg`Its file ${file} was damaged, and could not be brought again: ${fault.text}`,
        )
      }
    }
  })
}

/** A file that could not be looked through may be as it should be. */
const isThere = async (
  store: LocationStore,
  { sha256, bytes }: Pick<Needed, 'sha256' | 'bytes'>,
  signal: AbortSignal,
) => (await store.list(signal)).some((one) => one.whole && one.sha256 === sha256 && one.bytes === bytes)

async function rowsOf(location_id: number): Promise<Row[]> {
  const { rows } = await db().pool.query<Row>(
    `select x.template_id, r.url, x.content, x.sums, x.status = any($2::text[]) as moving
       from os_template_location x join os_template t on t.id = x.template_id join repository r on r.id = t.repository_id
      where x.location_id = $1::int order by x.template_id`,
    [location_id, templateLifecycle.moving],
  )
  return rows
}

/** Each file once, with all templates that have it. */
function neededBy(rows: readonly Row[]): Needed[] {
  const found = new Map<string, Needed>()
  for (const { template_id, url, content } of rows)
    for (const { file, sha256, bytes } of content === null ? [] : artefactsOf(templateContent.parse(content))) {
      const needed = found.get(sha256) ?? { file, sha256, bytes, url, templates: [] }
      needed.templates.push(template_id)
      found.set(sha256, needed)
    }
  return [...found.values()]
}

/** Nothing can be booted of templates without all of their files. */
const fail = (location_id: number, templates: readonly number[], words: Text) =>
  transaction(async (work) => {
    await work.sql('select id from os_template where id = any($1::int[]) order by id for no key update', [templates])
    const rows = await work.sql<{ template_id: number }>(
      `update os_template_location set status = 'fail', content = null, fault = $3, updated_at = now()
        where location_id = $1::int and template_id = any($2::int[]) and content is not null and not status = any($4::text[])
        returning template_id`,
      [location_id, templates, stored(words), templateLifecycle.moving],
    )
    for (const { template_id } of rows) templateChanged(work, template_id)
  })
