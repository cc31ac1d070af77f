import type { Actor } from '../../../api/context.ts'
import { db } from '../../../db/pool.ts'
import type { OperationCourse } from '../../../domain/operation/schema.ts'
import { controllerStepNames } from '../../../domain/operation/steps.ts'
import { notFound } from '../../../domain/shared/errors.ts'
import { msg } from '../../../shared/text.ts'
import { durationsOn } from './durations.ts'

/** How long the steps of an operation may take, by those of its kind that ended well. @throws PanelError `not_found` for those of others */
export async function operationCourseOf(actor: Actor, id: number): Promise<OperationCourse> {
  const { rows } = await db().pool.query<{
    type: string
    clear_hdd: string
    installer: boolean
    setup_ipmi: boolean
    platform_id: number
  }>(
    `select o.type, o.clear_hdd, o.installer, o.setup_ipmi, s.platform_id from operation o join server s on s.id = o.server_id
      where o.id = $1::int and ($2::int is null or s.owner_id = $2::int)`,
    [id, actor.isAdmin ? null : actor.account_id],
  )
  const [asked] = rows
  if (!asked) throw notFound(msg`Operation`, id)
  const [took] = (await durationsOn([asked.platform_id], asked)).get(asked.platform_id) ?? []
  const foreign: readonly string[] = asked.setup_ipmi ? [] : controllerStepNames
  const steps = took?.steps.filter(({ name }) => !foreign.includes(name)) ?? []
  return { operations: took?.count ?? 0, same_platform: took?.same_platform ?? false, steps }
}
