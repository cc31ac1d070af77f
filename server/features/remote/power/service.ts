import type { Context } from '../../../api/context.ts'
import { serveRow } from '../../../api/list/serve.ts'
import { powerRules } from '../../../domain/server/power-rules.ts'
import type { PowerBoot, PowerMany } from '../../../domain/server/power-schema.ts'
import type { Server } from '../../../domain/server/record.ts'
import { PanelError } from '../../../domain/shared/errors.ts'
import { serverList } from '../../datacenter/server/list.ts'
import { claimPower, type PowerRequest } from './claim.ts'

/** Seconds between two machines that start together. */
const STAGGER = 2

/** Asks for one operation on the power of a server. @returns number of the task, also of one that is under way for the same */
export async function switchServer(ctx: Context, id: number, request: PowerRequest): Promise<{ task: number }> {
  return ctx.mutate(async (work, note) => {
    const { consul_id, owner_id } = await claimPower(work, ctx.actor, id, request)
    Object.assign(note, { entity: 'server', entity_id: id, account_id: owner_id ?? undefined })
    return { task: consul_id }
  })
}

export const setBootDevice = (
  ctx: Context,
  id: number,
  { device, persistent = false, uefi = false, restart = false, force }: PowerBoot,
) => switchServer(ctx, id, { action: 'boot_device', force, given: { boot: { device, persistent, uefi }, restart } })

/**
 * Asks for the same of many servers: a task each, which share a number, one after another when that is wished. One that cannot
 * is told why and stays as it is.
 */
export async function switchMany(ctx: Context, body: PowerMany) {
  const { action, force, pull = false, timeout_seconds: limit = 300 } = body
  const stagger = body.stagger_seconds ?? (powerRules[action].inrush ? STAGGER : 0)
  const wanted = [...new Set(body.servers)]
  return ctx.mutate(
    async (work, note) => {
      const answers = new Map<number, { task: number } | { refused: string }>()
      note.parts = []
      const start = Date.now()
      let consul_id: number | undefined
      let turn = 0
      // In one order for everybody, so that two such operations do not wait for each other; turns as they were asked for.
      const turns = new Map(wanted.map((id, at) => [id, at]))
      for (const id of wanted.toSorted((a, b) => a - b)) {
        const runAt = new Date(start + (turns.get(id) ?? 0) * stagger * 1000)
        try {
          const request = { action, force, given: { limit, pull }, consul_id, ...(stagger > 0 && { runAt }) }
          const done = await claimPower(work, ctx.actor, id, request)
          if (done.fresh) {
            consul_id ??= done.consul_id
            note.parts.push({
              entity: 'server',
              entity_id: id,
              account_id: done.owner_id ?? undefined,
              input: { action },
            })
            turn++
          }
          answers.set(id, { task: done.consul_id })
        } catch (fault) {
          if (!(fault instanceof PanelError) || fault.http >= 500) throw fault
          answers.set(id, { refused: fault.message })
        }
      }
      if (turn === 0) note.parts.push({ entity: 'server', input: { action, refused: wanted.length } })
      const list = wanted.map((server) => ({ server, ...answers.get(server) }))
      const task = consul_id ?? list.find((one): one is typeof one & { task: number } => 'task' in one)?.task
      return { ...(task !== undefined && { task }), list }
    },
    { timeoutMs: 60_000 },
  )
}

/** What is known: the devices are asked every minute and after every operation, not by who looks. */
export async function powerStatusOfServer(ctx: Context, id: number) {
  const { power_status } = await serveRow<Server>(serverList, ctx, id, 'Server')
  return { power_status }
}
