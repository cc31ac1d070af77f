import { deviceRejected } from '../../../domain/shared/errors.ts'
import type { ExecResult } from '../../../protocols/ssh/connection.ts'
import { msg } from '../../../shared/text.ts'
import { cleanMessage } from '../../clean-message.ts'

/** A program's own words for its failure. */
export function failed(program: string, result: ExecResult): Error {
  const said = cleanMessage(result.stderr)
  const end = result.code ?? result.signal
  const detail = said || (end === null ? msg`exit code unknown` : msg`exit code ${end}`)
  return deviceRejected(msg`${program} failed on the node: ${detail}`)
}
