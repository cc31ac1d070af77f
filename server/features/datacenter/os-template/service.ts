import type { Context } from '../../../api/context.ts'
import { rejectStale } from '../../../api/edit.ts'
import { db } from '../../../db/pool.ts'
import { checkValues, example } from '../../../domain/os-template/example.ts'
import { type TemplateContent, templateContent } from '../../../domain/os-template/index.ts'
import { redefine } from '../../../domain/os-template/macros.ts'
import type { TemplateEdit, TemplatePreview } from '../../../domain/os-template/schema.ts'
import { notFound } from '../../../domain/shared/errors.ts'
import { msg } from '../../../shared/text.ts'
import { templateChanged } from './changes.ts'
import { openRedefined, redefinedOf, setRedefined } from './redefined.ts'

/**
 * Redefines macros of a template. What they become is in no record of the audit: what is a secret is decided by the template.
 * @throws PanelError `not_found`, `stale`; `invalid_input` for a macro that it does not have, and for a value that cannot stand where it does
 */
export async function editTemplate(ctx: Context, id: number, { macro = {} }: TemplateEdit) {
  await ctx.mutate(async (work, note) => {
    note.input = { macros: Object.keys(macro) }
    const [row] = await work.sql<{ content: TemplateContent; revision: number }>(
      'select content, revision from os_template where id = $1::int for update',
      [id],
    )
    if (!row) throw notFound(msg`OS template`, id)
    rejectStale(ctx, { version: row.revision }, msg`OS template`, id)
    const next = redefine(row.content.macros, await redefinedOf(work, id), macro)
    checkValues(row.content, macro)
    await setRedefined(work, id, next)
    await work.sql('update os_template set revision = revision + 1 where id = $1::int', [id])
    templateChanged(work, id)
  })
  return { id }
}

/**
 * What a server would be told by a template, with macros as if they were redefined.
 * @throws PanelError `not_found`; as `editTemplate` for the values, and `refused` when those that it has cannot be filled in
 */
export async function previewTemplate(id: number, { macro = {} }: TemplatePreview) {
  const row = await db().prisma.os_template.findUnique({ where: { id } })
  if (!row) throw notFound(msg`OS template`, id)
  const content = templateContent.parse(row.content)
  const kept = { macro: row.macro as Record<string, string>, macro_secrets: row.macro_secrets }
  const next = redefine(content.macros, openRedefined(id, kept), macro)
  checkValues(content, macro)
  return example(content, next)
}
