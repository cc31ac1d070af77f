import type { Logger } from 'pino'
import type { ShownDevices } from '../auth/device.ts'
import type { Work } from '../db/transaction.ts'
import type { AuditKind } from '../domain/shared/change-kinds.ts'
import type { Role } from '../domain/shared/roles.ts'

export type { Role }

/** Who is asking. */
export type Actor = {
  account_id: number
  email: string
  roles: Role[]
  isAdmin: boolean
  lang: string
  session_id: number
  /** How it was signed in: with a browser, with the API, or with a long-lived token. */
  session_kind: 'session' | 'rest' | 'token'
  /** False while the second factor is owed: good for giving it, and for nothing else. */
  confirmed: boolean
}

export type AuditNote = {
  entity?: AuditKind
  entity_id?: number | undefined
  /** The acting account, where the caller is not signed in yet. */
  account_id?: number
  input?: Record<string, unknown>
  /** Of an operation that changes many records: what was done to each, a record of the audit each. */
  parts?: AuditNote[]
}

/** Everything an operation knows about its call. Made once per call by the REST and tRPC mounts. */
export type Context<Who extends Actor | null = Actor> = {
  actor: Who
  /** Address of the caller, proxies accounted for. */
  ip: string
  /** What the caller's browser shows of accounts that were signed in to with it. */
  devices?: ShownDevices
  userAgent: string
  /** Fires when the caller has disconnected. Long work without effects should end then. */
  signal?: AbortSignal
  requestId: string
  log: Logger
  /** Version from If-Match: services put it into the WHERE of their write; null when the caller did not ask. */
  expectedVersion: number | null
  /** The raw token the caller came with; for signing out. */
  token: string | null
  /**
   * One transaction that also writes the audit record of this operation, once. Every change of state goes through here.
   * `note` may name what was made, so that the record points at it.
   */
  mutate<T>(body: (work: Work, note: AuditNote) => Promise<T>, options?: { timeoutMs?: number }): Promise<T>
  /** Set by operations whose answer carries cookies or leads elsewhere. */
  reply: { cookies: string[]; redirect?: string }
}
