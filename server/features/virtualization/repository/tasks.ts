import { z } from 'zod'
import { db } from '../../../db/pool.ts'
import { stored } from '../../../db/sentences.ts'
import type { Work } from '../../../db/transaction.ts'
import type { ReadTemplate } from '../../../domain/os-template/index.ts'
import type { OfferedRecipe } from '../../../domain/recipe/schema.ts'
import type { RepositoryIndex } from '../../../domain/repository/schema.ts'
import { changed } from '../../../events/changes.ts'
import { msg } from '../../../shared/text.ts'
import { defineTask } from '../../../tasks/define.ts'
import { readTemplates } from '../../datacenter/os-template/read.ts'
import { storeTemplates } from '../../datacenter/os-template/save.ts'
import { storeIsos } from '../iso/save.ts'
import { storeImages } from '../os/catalogue.ts'
import { storeOffered } from '../recipe/save.ts'
import { readIndex, readScripts } from './source.ts'

/** Reads a repository's index and scripts, and brings the catalogue in line with them. */
export const repositoryUpdateTask = defineTask({
  name: 'repository_update',
  title: 'Read repository',
  input: z.object({ repository_id: z.int() }),
  locks: ({ repository_id }) => [`repository:${repository_id}`],
  timeoutMs: 5 * 60_000,
  async run(t, { repository_id }) {
    const { url } = await db().prisma.repository.findUniqueOrThrow({ where: { id: repository_id } })
    t.progress(10, msg`Reading the index`)
    const index = await t.step('read_index', (signal) => readIndex(url, signal), { retries: 2, timeoutMs: 60_000 })
    const { recipes, os_templates } = index
    t.progress(50, msg`Reading the scripts`)
    const scripts = await t.step(
      'read_scripts',
      async (signal) => (recipes ? readScripts(url, recipes, signal) : null),
      { retries: 2, timeoutMs: 120_000 },
    )
    const templates = await t.step(
      'read_templates',
      async (signal) => (os_templates ? readTemplates(url, os_templates, signal) : null),
      { retries: 2, timeoutMs: 120_000 },
    )
    t.progress(70, msg`Updating the catalogue`)
    return t.stepTx('update_catalogue', (work) => updateCatalogue(work, repository_id, { index, scripts, templates }))
  },
  async settle(t, { repository_id }, outcome) {
    if (outcome.status === 'complete') return
    await t.stepTx('mark', async (work) => {
      const fault = outcome.error?.message ?? stored(msg`The reading was stopped`)
      await work.tx.repository.updateMany({
        where: { id: repository_id },
        data: { state: 'unavailable', fault, checked_at: new Date() },
      })
      changed(work, { entity: 'repository', entity_id: repository_id, event: 'update' })
    })
  },
})

type Read = { index: RepositoryIndex; scripts: OfferedRecipe[] | null; templates: ReadTemplate[] | null }

async function updateCatalogue(work: Work, repository_id: number, { index, scripts, templates }: Read) {
  await storeImages(work, repository_id, index.images)
  if (index.isos) await storeIsos(work, repository_id, index.isos)
  if (scripts) await storeOffered(work, repository_id, scripts)
  if (templates) await storeTemplates(work, repository_id, templates)
  await work.tx.repository.update({
    where: { id: repository_id },
    data: { state: 'active', fault: null, checked_at: new Date() },
  })
  changed(work, { entity: 'repository', entity_id: repository_id, event: 'update' })
  return {
    images: index.images.length,
    ...(scripts && { recipes: scripts.length }),
    ...(templates && { os_templates: templates.length }),
  }
}
