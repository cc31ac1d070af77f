import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import { recordAudit } from '../audit/seal.ts'
import type { ShownDevices } from '../auth/device.ts'
import { transaction, type Work } from '../db/transaction.ts'
import { lacking, may } from '../domain/shared/abilities.ts'
import { forbidden, PanelError, refused } from '../domain/shared/errors.ts'
import { type Change, noted } from '../events/changes.ts'
import { log } from '../process/log.ts'
import { msg } from '../shared/text.ts'
import { auditSubject } from './audit-subject.ts'
import type { Actor, AuditNote, Context } from './context.ts'
import { type AnyEndpoint, operationName } from './endpoint.ts'
import { redact } from './redact.ts'
import { type RawParts, validate } from './validate.ts'

export type Caller = {
  actor: Actor | null
  ip: string
  userAgent: string
  token: string | null
  /** Browsers of accounts, as the caller's cookies show them. */
  devices?: ShownDevices
  /** Fires when the caller has gone. */
  signal?: AbortSignal
  /** A page of another site may have made the browser send this call: see `authenticate`. */
  forged?: 'foreign' | 'unproven' | null
  expectedVersion: number | null
  /** Collects what the calls have changed, where the caller wants it. */
  changes?: Change[]
}

/**
 * Runs one operation for one caller: access, validation, then the operation itself. REST, tRPC and tests all use it.
 * Throws PanelError for every rejected request; anything else thrown is a fault of the panel.
 */
export async function call(
  e: AnyEndpoint,
  caller: Caller,
  raw: RawParts,
): Promise<{ answer: unknown; reply: Context['reply'] }> {
  checkAccess(e, caller)
  const parts = validate(e, raw)
  const context = makeContext(e, caller, parts)
  const answer = await e.run(context as never, parts as never)
  if (e.method !== 'GET' && !e.readOnly && !context.audited()) await context.mutate(async () => undefined)
  return { answer, reply: context.reply }
}

/** Access check. REST does it before it reads the body, and `call` does it for all. */
export function checkAccess(e: Pick<AnyEndpoint, 'access'>, { actor, forged }: Pick<Caller, 'actor' | 'forged'>) {
  if (forged === 'foreign' || (forged && e.access !== 'public'))
    throw forbidden(msg`This call needs the x-xsrf-token header and has to come from a page of the panel`)
  if (e.access === 'public') return
  if (!actor) throw new PanelError('signed_out', msg`Please sign in`)
  if (e.access === 'mfa_pending') return
  if (!actor.confirmed)
    throw new PanelError('signed_out', msg`Two-factor code required: enter the code of your authenticator app`)
  if (e.access !== 'user' && !may(actor.roles, e.access)) throw forbidden(lacking[e.access])
}

/** Whether `checkAccess` would let this caller in. */
export function mayCall(e: AnyEndpoint, caller: Pick<Caller, 'actor' | 'forged'>): boolean {
  try {
    checkAccess(e, caller)
    return true
  } catch {
    return false
  }
}

function makeContext(e: AnyEndpoint, caller: Caller, parts: { params: unknown; body: unknown }) {
  const requestId = randomUUID()
  let audited = false
  let compared = caller.expectedVersion === null
  let own: Logger | undefined
  const context: Context<Actor | null> & { audited(): boolean } = {
    ...caller,
    get expectedVersion() {
      compared = true
      return caller.expectedVersion
    },
    requestId,
    // Most calls log nothing, and making one costs more than validating a query.
    get log() {
      own ??= log.child({ request: requestId, operation: operationName(e), account: caller.actor?.account_id })
      return own
    },
    reply: { cookies: [] },
    audited: () => audited,
    async mutate(body, options) {
      let changes: readonly Change[] = []
      const result = await transaction(async (work) => {
        const note: AuditNote = {}
        const made = await body(work, note)
        // A condition that was not checked must not count as fulfilled.
        if (!compared) throw refused(msg`This operation takes no If-Match`, 'If-Match')
        if (!audited) work.beforeCommit('audit', (w) => writeAudit(w, e, caller, parts, note, made, requestId))
        changes = noted(work)
        return made
      }, options)
      caller.changes?.push(...changes)
      // Not before: what was undone has left no record.
      audited = true
      return result
    },
  }
  return context
}

/** Writes what was done into the audit. @param made what the mutation answers */
async function writeAudit(
  work: Work,
  e: AnyEndpoint,
  caller: Caller,
  parts: { params: unknown; body: unknown },
  note: AuditNote,
  made: unknown,
  requestId: string,
) {
  const record = (about: AuditNote) => ({
    account_id: about.account_id ?? caller.actor?.account_id ?? null,
    session_id: caller.actor?.session_id ?? null,
    ip: caller.ip,
    operation: operationName(e),
    ...auditSubject(e, parts.params, made, about),
    input: redact(about.input ?? { ...(parts.params as object), ...(parts.body as object) }),
    request_id: requestId,
  })
  const records = [record(note), ...(note.parts ?? []).map((about) => record({ input: {}, ...about }))]
  await recordAudit(work, records)
}
