import { setTimeout as wait } from 'node:timers/promises'
import { call } from '../../api/call.ts'
import type { Actor } from '../../api/context.ts'
import type { AnyEndpoint } from '../../api/endpoint.ts'
import { db } from '../../db/pool.ts'
import { deviceRejected } from '../../domain/shared/errors.ts'
import type { Role } from '../../domain/shared/roles.ts'
import { msg } from '../../shared/text.ts'

/** Calls operations in the name of an account, with the same checks and audit as any caller. */
export async function frontDoor(account_id: number) {
  const account = await db().prisma.account.findUniqueOrThrow({ where: { id: account_id } })
  const actor: Actor = {
    account_id,
    email: account.email,
    roles: account.roles as Role[],
    isAdmin: account.roles.includes('@admin'),
    lang: account.lang,
    session_id: 0,
    session_kind: 'session',
    confirmed: true,
  }
  const caller = { actor, ip: '127.0.0.1', userAgent: 'demo', token: null, expectedVersion: null }
  return async <O>(
    e: { types?: { output: O } } & AnyEndpoint,
    parts: { params?: unknown; body?: unknown } = {},
  ): Promise<O> => {
    const { answer } = await call(e, caller, { params: parts.params, query: {}, body: parts.body })
    return answer as O
  }
}

/** Waits until tasks are over; answers how many failed. */
export async function tasksOver(consul_ids: number[], signal: AbortSignal): Promise<number> {
  for (;;) {
    const { rows } = await db().pool.query<{ open: number; failed: number }>(
      `select count(*) filter (where ended_at is null)::int as open, count(*) filter (where status = 'failed')::int as failed from task where consul_id = any($1)`,
      [consul_ids],
    )
    if (rows[0]?.open === 0) return rows[0].failed
    await wait(100, undefined, { signal })
  }
}

/** The same, where no failure is part of the plan. */
export async function tasksDone(consul_ids: number[], signal: AbortSignal) {
  if ((await tasksOver(consul_ids, signal)) > 0) {
    const first = await db().prisma.task.findFirst({ where: { consul_id: { in: consul_ids }, status: 'failed' } })
    throw deviceRejected(msg`${first?.name ?? ''}: ${first?.error ?? ''}`)
  }
}
