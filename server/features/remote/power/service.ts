import type { Context } from '../../../api/context.ts'
import { serveRow } from '../../../api/list/serve.ts'
import { stored } from '../../../db/sentences.ts'
import { powerRules } from '../../../domain/server/power-rules.ts'
import type { PowerBoot, PowerMany, PowerManyAnswer } from '../../../domain/server/power-schema.ts'
import type { Server } from '../../../domain/server/record.ts'
import { PanelError } from '../../../domain/shared/errors.ts'
import { serverList } from '../../datacenter/server/list.ts'
import { claimPower, claimPowers, type PowerRequest, type Queued } from './claim.ts'

/** Seconds between two servers that start together. */
const STAGGER = 2

/** Asks for one operation on the power of a server. @returns number of the task, also of one that is under way for the same */
export async function switchServer(ctx: Context, id: number, request: PowerRequest): Promise<{ task: number }> {
  return ctx.mutate(async (work) => {
    const { consul_id } = await claimPower(work, ctx.actor, id, request)
    return { task: consul_id }
  })
}

export const setBootDevice = (
  ctx: Context,
  id: number,
  { device, persistent = false, uefi = false, restart = false, force }: PowerBoot,
) => switchServer(ctx, id, { action: 'boot_device', force, given: { boot: { device, persistent, uefi }, restart } })

/**
 * Requests the same for many servers: a task each with a common number, one after another if requested. A server that
 * cannot gets the reason and stays as it is.
 */
export async function switchMany(ctx: Context, body: PowerMany) {
  const { action, force, pull = false, timeout_seconds: limit = 300 } = body
  const stagger = body.stagger_seconds ?? (powerRules[action].inrush ? STAGGER : 0)
  const wanted = [...new Set(body.servers)]
  return ctx.mutate(
    async (work, note) => {
      const request = { action, force, given: { limit, pull }, stagger, ...(stagger > 0 && { runAt: new Date() }) }
      const claims = await claimPowers(work, ctx.actor, wanted, request)
      const list = wanted.map((server) => answerOf(server, claims.get(server)))
      const fresh = wanted.flatMap((id) => {
        const claim = claims.get(id)
        return claim && !(claim instanceof PanelError) && claim.fresh ? [{ id, ...claim }] : []
      })
      note.parts = fresh.map(({ id }) => ({ entity: 'server', entity_id: id, input: { action } }))
      if (fresh.length === 0) note.parts.push({ entity: 'server', input: { action, refused: wanted.length } })
      const task = fresh[0]?.consul_id ?? list.find((one) => one.task !== undefined)?.task
      return { ...(task !== undefined && { task }), list }
    },
    { timeoutMs: 60_000 },
  )
}

type ManyAnswer = PowerManyAnswer['list'][number]

function answerOf(server: number, claim: Queued | PanelError | undefined): ManyAnswer {
  if (claim instanceof PanelError) {
    const reason = (claim.code === 'not_found' ? '' : claim.value) || claim.code
    return { server, refused: stored(claim.text), reason }
  }
  return { server, ...(claim && { task: claim.consul_id }) }
}

/** What is known: the devices are asked every minute and after every operation, not by who looks. */
export async function powerStatusOfServer(ctx: Context, id: number) {
  const { power_status } = await serveRow<Server>(serverList, ctx, id)
  return { power_status }
}
