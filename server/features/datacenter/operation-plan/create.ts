import type { Context } from '../../../api/context.ts'
import { seal } from '../../../db/secrets.ts'
import { stored } from '../../../db/sentences.ts'
import type { Work } from '../../../db/transaction.ts'
import { plannedDisks } from '../../../domain/operation-plan/disks.ts'
import { whyNotPlanned } from '../../../domain/operation-plan/judge.ts'
import type { OperationPlanCreate } from '../../../domain/operation-plan/schema.ts'
import { lacking } from '../../../domain/shared/abilities.ts'
import { forbidden, wrongState } from '../../../domain/shared/errors.ts'
import { msg } from '../../../shared/text.ts'
import { loginOf } from '../operation/claim.ts'
import { notePlan } from './ended.ts'
import { factsOf, type ServerFacts, seenOf } from './facts.ts'
import { queuePlan } from './task.ts'

/** Makes a plan, whose first operations begin at once. Servers that nothing can begin on now are noted as refused. */
export const createPlan = (ctx: Context, body: OperationPlanCreate) =>
  ctx.mutate(async (work) => {
    const { actor } = ctx
    requireMayPlan(ctx, body)
    const facts = await factsOf(work.sql, actor, body.servers, body)
    if (body.seen !== undefined && body.seen !== seenOf(body, facts))
      throw wrongState(msg`Other disks would be written than those that were shown: look at them again`, 'seen')
    const { type, os_template_id = null, hdd_raid, clear_hdd, limit_per_location, stagger_seconds } = body
    const load = [...new Set(body.load)]
    const { id } = await work.tx.operation_plan.create({
      data: {
        ...{ type, os_template_id, hdd_raid, clear_hdd, load, limit_per_location, stagger_seconds },
        template: await templateWords(work, os_template_id),
        account_id: actor.account_id,
        auth_id: actor.email,
      },
    })
    if (body.password !== undefined) {
      const login = JSON.stringify(loginOf(body.password, body.ssh_pub_keys ?? []))
      const secrets = seal(login, { table: 'operation_plan', id, column: 'secrets' })
      await work.tx.operation_plan.update({ where: { id }, data: { secrets } })
    }
    await work.tx.operation_plan_server.createMany({ data: facts.map((one, at) => rowOf(id, at, one, body, ctx)) })
    const task = await queuePlan(work, id, actor.account_id)
    await notePlan(work, id, 'create')
    return { id, task }
  })

/** @throws PanelError `forbidden`: as one operation of the type would be */
export function requireMayPlan({ actor }: Pick<Context, 'actor'>, { type }: { type: string }): void {
  if (type !== 'install' && !actor.isAdmin) throw forbidden(lacking.admin)
}

function rowOf(plan_id: number, at: number, facts: ServerFacts, body: OperationPlanCreate, { actor }: Context) {
  const refused = whyNotPlanned(body, facts, actor)
  const disks = facts.disks ? plannedDisks(body, facts.disks).map((disk) => disk.id) : []
  return {
    ...{ plan_id, server_id: facts.id, position: at + 1, disks },
    ...(refused
      ? { state: 'refused', code: refused.code, reason: stored(refused.words), ended_at: new Date() }
      : { state: 'waiting' }),
  }
}

async function templateWords(work: Work, id: number | null): Promise<string | null> {
  const template = id === null ? null : await work.tx.os_template.findUnique({ where: { id } })
  return template && `${template.name} ${template.version}`
}
