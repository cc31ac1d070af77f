import { SpokenError } from '../../shared/spoken-error.ts'
import { msg, type Text } from '../../shared/text.ts'

/**
 * The one error table: HTTP status, tRPC code, wire number and retry advice cannot drift apart.
 * Wire numbers below 9000 are those that clients of this API family know; ours start at 9000.
 */
export const errorTable = {
  signed_out: { http: 401, trpc: 'UNAUTHORIZED', wire: 1000 },
  no_handler: { http: 404, trpc: 'NOT_FOUND', wire: 1106 },
  forbidden: { http: 403, trpc: 'FORBIDDEN', wire: 3001 },
  unexpected_property: { http: 400, trpc: 'BAD_REQUEST', wire: 3008 },
  not_found: { http: 404, trpc: 'NOT_FOUND', wire: 3080 },
  invalid_input: { http: 400, trpc: 'BAD_REQUEST', wire: 9000 },
  invalid_query: { http: 400, trpc: 'BAD_REQUEST', wire: 9001 },
  refused: { http: 400, trpc: 'BAD_REQUEST', wire: 9002 },
  already_exists: { http: 409, trpc: 'CONFLICT', wire: 9003 },
  in_use: { http: 409, trpc: 'CONFLICT', wire: 9004 },
  wrong_state: { http: 409, trpc: 'CONFLICT', wire: 9005 },
  stale: { http: 409, trpc: 'CONFLICT', wire: 9006 },
  no_resources: { http: 409, trpc: 'CONFLICT', wire: 9007 },
  idempotency_mismatch: { http: 409, trpc: 'CONFLICT', wire: 9008 },
  too_large: { http: 413, trpc: 'PAYLOAD_TOO_LARGE', wire: 9009 },
  too_many: { http: 429, trpc: 'TOO_MANY_REQUESTS', wire: 9010 },
  too_slow: { http: 408, trpc: 'TIMEOUT', wire: 9011 },
  device_rejected: { http: 502, trpc: 'BAD_GATEWAY', wire: 9020 },
  device_unreachable: { http: 503, trpc: 'SERVICE_UNAVAILABLE', wire: 9021 },
  unavailable: { http: 503, trpc: 'SERVICE_UNAVAILABLE', wire: 9022 },
  internal: { http: 500, trpc: 'INTERNAL_SERVER_ERROR', wire: 9099 },
} as const

export type ErrorCode = keyof typeof errorTable

/** Wire numbers of what only ends tasks and is never the answer to a call. */
export const taskFaultWire = {
  cancelled: 9030,
  timeout: 9031,
  worker_lost: 9032,
  predecessor: 9033,
  unwound: 9034,
} as const

export type ErrorBody = { error: { code: number; msg: string; value: string } }

type Detail = {
  /** The field, id or state the message is about; shown beside that field. */
  value?: string
  cause?: unknown
  /** Seconds to wait before trying again (429 and 503). */
  retryAfter?: number
}

/** Any rejected request and any foreseen failure, with a text for the user. */
export class PanelError extends SpokenError {
  override readonly name = 'PanelError'
  readonly code: ErrorCode
  readonly value: string
  readonly retryAfter: number | undefined

  /** @param text what happened, its cause and what can be done about it */
  constructor(code: ErrorCode, text: Text, detail: Detail = {}) {
    super(text, { cause: detail.cause })
    this.code = code
    this.value = detail.value ?? ''
    this.retryAfter = detail.retryAfter
  }

  get http(): number {
    return errorTable[this.code].http
  }

  toBody(): ErrorBody {
    return { error: { code: errorTable[this.code].wire, msg: this.message, value: this.value } }
  }

  /** Anything unforeseen becomes `internal`; its own text goes to the log, never to the client. */
  static from(thrown: unknown): PanelError {
    if (thrown instanceof PanelError) return thrown
    return new PanelError('internal', msg`Internal error of the panel; its log has the cause`, { cause: thrown })
  }
}

/** Makes errors of one code; what they are about is the field, id or state that the message is shown beside. */
const errorOf =
  (code: ErrorCode) =>
  (text: Text, about: string | Detail = {}): PanelError =>
    new PanelError(code, text, typeof about === 'string' ? { value: about } : about)

export const invalidInput = errorOf('invalid_input')
/** Cannot be done, whatever the state. */
export const refused = errorOf('refused')
/** Cannot be done as things are now. */
export const wrongState = errorOf('wrong_state')
export const inUse = errorOf('in_use')
export const forbidden = errorOf('forbidden')
export const noResources = errorOf('no_resources')
export const alreadyExists = errorOf('already_exists')
export const deviceRejected = errorOf('device_rejected')
export const deviceUnreachable = errorOf('device_unreachable')

/** Error for an object that does not exist, or belongs to another account. */
export const notFound = (what: Text, id: number | string) =>
  new PanelError('not_found', msg`${what} ${id} does not exist`, { value: String(id) })

/** The same for an object that a body names: the fault is in the field, and the object of the path may well be there. */
export const missingLink = (field: string, what: Text, id: number | string) =>
  invalidInput(msg`${what} ${id} does not exist`, field)

/** Error for a value that a field cannot have; the words follow its name. */
export const invalidField = (field: string, words: Text) => invalidInput(msg`${field}: ${words}`, field)
