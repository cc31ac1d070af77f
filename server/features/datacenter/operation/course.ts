import type { Actor } from '../../../api/context.ts'
import { db } from '../../../db/pool.ts'
import type { clearings, OperationType } from '../../../domain/operation/kinds.ts'
import type { OperationCourse } from '../../../domain/operation/schema.ts'
import { controllerStepNames, stepsOf } from '../../../domain/operation/steps.ts'
import { notFound } from '../../../domain/shared/errors.ts'
import { msg } from '../../../shared/text.ts'
import { durationsOn } from './durations.ts'

/** Which steps an operation has and how long they may take, by those of its kind that ended well. @throws PanelError `not_found` for those of others */
export async function operationCourseOf(actor: Actor, id: number): Promise<OperationCourse> {
  const { rows } = await db().pool.query<{
    type: OperationType
    clear_hdd: (typeof clearings)[number]
    installer: boolean
    setup_ipmi: boolean
    load: boolean
    provisioning: boolean
    controller: boolean
    platform_id: number
  }>(
    `select o.type, o.clear_hdd, o.installer, o.setup_ipmi, o.load <> '{}' as load, l.provisioning_vlan is not null as provisioning,
            exists (select from ipmi i where i.server_id = s.id) as controller, s.platform_id
       from operation o join server s on s.id = o.server_id join location l on l.id = o.location_id
      where o.id = $1::int and ($2::int is null or s.owner_id = $2::int)`,
    [id, actor.isAdmin ? null : actor.account_id],
  )
  const [asked] = rows
  if (!asked) throw notFound(msg`Operation`, id)
  const [took] = (await durationsOn([asked.platform_id], asked)).get(asked.platform_id) ?? []
  if (!took) {
    const steps = asked.type === 'search' ? [] : stepsOf(asked).map((name) => ({ name, seconds: null }))
    return { operations: 0, same_platform: false, steps }
  }
  const foreign: readonly string[] = asked.setup_ipmi ? [] : controllerStepNames
  const steps = took.steps.filter(({ name }) => !foreign.includes(name))
  return { operations: took.count, same_platform: took.same_platform, steps }
}
