import { SpokenError } from '../../shared/spoken-error.ts'
import type { Text } from '../../shared/text.ts'

/** LXD refused a request or an operation failed; `status` is the HTTP status or the operation's `status_code`. */
export class LxdError extends SpokenError {
  override readonly name = 'LxdError'
  readonly status: number

  constructor(status: number, text: Text, options?: { cause?: unknown }) {
    super(text, options)
    this.status = status
  }
}

/** The answer is none of LXD's, or larger than asked for. */
export class LxdProtocolError extends SpokenError {
  override readonly name = 'LxdProtocolError'
}

/** The connection ended before the answer. */
export class LxdLostError extends SpokenError {
  override readonly name = 'LxdLostError'
}
