import { setTimeout as wait } from 'node:timers/promises'
import { db } from '../db/pool.ts'
import { fingerprint, seal, unseal } from '../db/secrets.ts'
import { invalidInput, PanelError, wrongState } from '../domain/shared/errors.ts'
import { msg } from '../shared/text.ts'

type Ask = { key: string; account_id: number; request: unknown }
type Row = { request_hash: Buffer; status: number | null; answer: string | null; abandoned: boolean }

const WAIT_MS = 30_000
const STEP_MS = 40

/**
 * Runs `work` once per Idempotency-Key and account; later calls with the same key get the first one's answer for 24 hours.
 * Calls in parallel wait for the first. Another request under the same key is refused. Faults of ours (5xx) and 429 are not kept:
 * the caller may try again.
 */
export async function once(ask: Ask, work: () => Promise<Response>): Promise<Response> {
  if (ask.key.length > 255) throw invalidInput(msg`Idempotency-Key is over 255 characters`)
  // Requests and answers may hold passwords and tokens: of the one only a keyed fingerprint is kept, the other is sealed.
  const hash = fingerprint('idempotency', JSON.stringify(ask.request))
  const { pool } = db()
  const id: Id = [ask.account_id, ask.key]
  for (const until = Date.now() + WAIT_MS; Date.now() < until; await wait(STEP_MS)) {
    const mine = await pool.query(
      `insert into idempotency as i (account_id, key, request_hash) values ($1, $2, $3) on conflict (account_id, key) do update
         set request_hash = excluded.request_hash, created_at = now(), status = null, answer = null
         where i.created_at < now() - interval '24 hours'`,
      [...id, hash],
    )
    if (mine.rowCount === 1) return keep(id, work)
    const { rows } = await pool.query<Row>(
      `select request_hash, status, answer, status is null and created_at < now() - interval '60 seconds' as abandoned
         from idempotency where account_id = $1 and key = $2`,
      [...id],
    )
    const known = rows[0]
    if (!known) continue
    if (!known.request_hash.equals(hash))
      throw new PanelError('idempotency_mismatch', msg`This Idempotency-Key was used for another request`, {
        value: ask.key,
      })
    if (known.abandoned)
      throw wrongState(
        msg`The first call with this Idempotency-Key was interrupted; check its result, then use a new key`,
      )
    if (known.status !== null)
      return new Response(known.answer && unseal(known.answer, place(id)), {
        status: known.status,
        headers: { 'content-type': 'application/json; charset=utf-8', 'idempotency-replayed': 'true' },
      })
  }
  throw new PanelError('too_many', msg`The first call with this Idempotency-Key is still running`, { retryAfter: 5 })
}

type Id = readonly [account_id: number, key: string]

const place = ([account_id, key]: Id) => ({ table: 'idempotency', id: `${account_id} ${key}`, column: 'answer' })

async function keep(id: Id, work: () => Promise<Response>): Promise<Response> {
  const { pool } = db()
  const forget = () => pool.query('delete from idempotency where account_id = $1 and key = $2', [...id])
  const remember = (status: number, answer: string) =>
    pool.query('update idempotency set status = $3, answer = $4 where account_id = $1 and key = $2', [
      ...id,
      status,
      seal(answer, place(id)),
    ])
  try {
    const response = await work()
    await remember(response.status, await response.clone().text())
    return response
  } catch (thrown) {
    // An error is an answer as well; only faults of the panel, and what may be retried, are forgotten.
    const fault = PanelError.from(thrown)
    if (fault.http >= 500 || fault.http === 429) await forget()
    else await remember(fault.http, JSON.stringify(fault.toBody()))
    throw thrown
  }
}
