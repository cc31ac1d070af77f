import type { Context } from '../../../api/context.ts'
import type { TemplateContent } from '../../../domain/os-template/index.ts'
import { redefine } from '../../../domain/os-template/macros.ts'
import type { TemplateEdit } from '../../../domain/os-template/schema.ts'
import { notFound, PanelError } from '../../../domain/shared/errors.ts'
import { msg } from '../../../shared/text.ts'
import { templateChanged } from './changes.ts'
import { redefinedOf, setRedefined } from './redefined.ts'

/**
 * Redefines macros of a template. What they become is in no record of the audit: what is a secret is decided by the template.
 * @throws PanelError `not_found`, `stale`; `invalid_input` for a macro that it does not have
 */
export async function editTemplate(ctx: Context, id: number, { macro = {} }: TemplateEdit) {
  await ctx.mutate(async (work, note) => {
    note.input = { macros: Object.keys(macro) }
    const [row] = await work.sql<{ content: TemplateContent; revision: number }>(
      'select content, revision from os_template where id = $1::int for update',
      [id],
    )
    if (!row) throw notFound(msg`OS template`, id)
    if (ctx.expectedVersion !== null && ctx.expectedVersion !== row.revision)
      throw new PanelError('stale', msg`The OS template was changed meanwhile: read it again`)
    await setRedefined(work, id, redefine(row.content.macros, await redefinedOf(work, id), macro))
    await work.sql('update os_template set revision = revision + 1 where id = $1::int', [id])
    templateChanged(work, id)
  })
  return { id }
}
