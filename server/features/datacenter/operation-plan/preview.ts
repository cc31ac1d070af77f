import type { Context } from '../../../api/context.ts'
import { db } from '../../../db/pool.ts'
import { stored } from '../../../db/sentences.ts'
import { courseOf, lengthOf } from '../../../domain/operation-plan/course.ts'
import { plannedDisks } from '../../../domain/operation-plan/disks.ts'
import { whyNotPlanned } from '../../../domain/operation-plan/judge.ts'
import type { OperationPlanPreview, OperationPlanShown } from '../../../domain/operation-plan/schema.ts'
import { durationsOn } from '../operation/durations.ts'
import { factsOf, seenOf } from './facts.ts'

/** What a plan would do to each server if it began now: two statements for all of them. */
export async function previewPlan({ actor }: Context, body: OperationPlanPreview): Promise<OperationPlanShown> {
  const sql = async <Row>(text: string, values?: unknown[]) => (await db().pool.query(text, values)).rows as Row[]
  const facts = await factsOf(sql, actor, body.servers, body)
  const kind = { ...body, installer: facts.some(({ template }) => template?.installer) }
  const took = await durationsOn([...new Set(facts.map(({ platform_id }) => platform_id))], kind)
  const judged = facts.map((server) => ({
    server,
    refused: whyNotPlanned(body, server, actor),
    seconds: took.get(server.platform_id)?.[0]?.median ?? null,
  }))
  const going = judged.filter(({ refused }) => !refused)
  const course = courseOf(
    going.map(({ server, seconds }) => ({ location_id: server.location.id, seconds })),
    body,
  )
  const times = new Map(going.map(({ server }, at) => [server.id, course[at]]))
  return {
    servers: judged.map(({ server: { id, name, location, serial, disks, controller }, refused, seconds }) => ({
      server: { id, name },
      ...{ location, serial, controller, seconds },
      refused: refused ? { code: refused.code, reason: stored(refused.words) } : null,
      disks: disks && plannedDisks(body, disks),
      ...rounded(times.get(id)),
    })),
    go: going.length,
    seconds: lengthOf(course),
    seen: seenOf(body, facts),
  }
}

const rounded = (time: { start: number | null; end: number | null } | undefined) => ({
  start: time?.start ?? null,
  end: time?.end ?? null,
})
