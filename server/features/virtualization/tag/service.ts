import type { Context } from '../../../api/context.ts'
import { uniqueName } from '../../../api/edit.ts'
import { inUse, notFound, wrongState } from '../../../domain/shared/errors.ts'
import type { TagCreate } from '../../../domain/tag/schema.ts'
import { changed } from '../../../events/changes.ts'
import { joined, msg } from '../../../shared/text.ts'

/** Makes a tag for storages. */
export async function createTag(ctx: Context, { name, note: words }: TagCreate) {
  return uniqueName(msg`A tag`, name, () =>
    ctx.mutate(async (work) => {
      const { id } = await work.tx.storage_tag.create({ data: { name, note: words || null } })
      changed(work, { entity: 'storage_tag', entity_id: id, event: 'create', data: { name } })
      return { id }
    }),
  )
}

/** Deletes a tag that no storage carries and no disk asks for. */
export async function deleteTag(ctx: Context, id: number) {
  await ctx.mutate(async (work) => {
    const [row] = await work.sql<{ name: string; immortal: boolean }>(
      'select name, immortal from storage_tag where id = $1::int for update',
      [id],
    )
    if (!row) throw notFound(msg`Tag`, id)
    if (row.immortal) throw wrongState(msg`The tag ${row.name} belongs to the panel and stays`)
    const users = await work.sql<{ name: string }>(
      `(select s.name from storage_tagged t join storage s on s.id = t.storage_id where t.tag_id = $1::int order by s.name limit 3)
       union all (select d.name from disk d where d.tags @> array[$1::int] order by d.name limit 3)`,
      [id],
    )
    if (users.length > 0)
      throw inUse(
        msg`The tag ${row.name} is used by ${joined(
          users.map(({ name }) => name),
          ', ',
        )}: take it from them first`,
      )
    await work.tx.storage_tag.delete({ where: { id } })
    changed(work, { entity: 'storage_tag', entity_id: id, event: 'delete' })
  })
  return { id, deleted: [{ id }] }
}
