import type { z } from 'zod'
import { deviceRejected } from '../../../domain/shared/errors.ts'
import type { ExecResult } from '../../../protocols/ssh/connection.ts'
import { msg } from '../../../shared/text.ts'
import { cleanMessage } from '../../clean-message.ts'

/** How long programs of Ceph look for a monitor, which they do for ever by themselves. */
export const PATIENCE_S = 15
/** Exit code of `timeout` when there is no such program. */
export const MISSING_PROGRAM = 127

/** What a program of Ceph said in JSON. @throws PanelError `device_rejected` when it is not what it should be */
export function answerOf<S extends z.ZodType>(shape: S, text: string): z.output<S> {
  try {
    return shape.parse(JSON.parse(text))
  } catch {
    // Not as the cause: answers may hold a key.
    throw deviceRejected(msg`Ceph gave an answer that cannot be read: releases from 14 (Nautilus) on are supported`)
  }
}

/** Programs of Ceph end with the number of their error. */
export const codeIs = ({ code }: ExecResult, errno: number): boolean => code === errno

/** What went wrong stands in the last line; those before it are of the library, with times and addresses in memory. */
export function lastLine({ stderr, code }: ExecResult): string {
  const lines = stderr.split('\n').filter((line) => line.trim() !== '')
  return cleanMessage(lines.at(-1) ?? '') || `exit code ${code ?? 'unknown'}`
}
