/** The device answered, and the answer is no WS-Management, or `fault`: it refuses the operation (DSP0226, annex on faults). */
export type WsmanErrorKind = 'nonsense' | 'fault'

export class WsmanError extends Error {
  override readonly name = 'WsmanError'
  readonly kind: WsmanErrorKind
  /** Subcode of a fault without prefix: `DestinationUnreachable`, `AccessDenied` …; or empty. */
  readonly code: string

  constructor(kind: WsmanErrorKind, message: string, options: { cause?: unknown; code?: string } = {}) {
    super(message, { cause: options.cause })
    this.kind = kind
    this.code = options.code ?? ''
  }
}
