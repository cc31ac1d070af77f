import { deviceRejected, type PanelError } from '../../../domain/shared/errors.ts'
import { KeaError } from '../../../protocols/kea/errors.ts'
import type { ExecResult } from '../../../protocols/ssh/connection.ts'
import { SshError } from '../../../protocols/ssh/errors.ts'
import { SftpError } from '../../../protocols/ssh/sftp-requests.ts'
import { textOf } from '../../../shared/spoken-error.ts'
import { msg, withValues } from '../../../shared/text.ts'
import { cleanMessage } from '../../clean-message.ts'
import { asPanelError } from '../messages.ts'

/** A program's own words for its failure: the last ones, because programs begin with what went well. */
export function failed(program: string, result: Pick<ExecResult, 'code' | 'signal' | 'stderr' | 'stdout'>): PanelError {
  const lines = (result.stderr.trim() || result.stdout.trim()).split('\n')
  const said = cleanMessage(lines.slice(-3).join(' '))
  const end = result.code ?? result.signal
  const detail = said || (end === null ? msg`exit code unknown` : msg`exit code ${end}`)
  return deviceRejected(msg`${program} failed on the control host: ${detail}`)
}

/** Failures on the way to a control host and of its programs in words for people; everything else is returned as it is. */
export function asBootError(fault: unknown): unknown {
  if (fault instanceof SshError) return asPanelError(fault)
  if (fault instanceof SftpError)
    return deviceRejected(msg`The control host denied access to a file: ${withValues(textOf(fault), cleanMessage)}`, {
      cause: fault,
    })
  if (fault instanceof KeaError)
    return deviceRejected(
      msg`The DHCP server of the control host rejected it: ${withValues(textOf(fault), cleanMessage)}`,
      { cause: fault },
    )
  return fault
}
