import { PanelError } from '../domain/shared/errors.ts'
import { SpokenError } from '../shared/spoken-error.ts'
import { msg, type Text, type TextRecord } from '../shared/text.ts'

/** Another worker has the task now: nothing may be written any more. */
export class Fenced extends Error {
  override readonly name = 'Fenced'
}

/** This process is stopping: the task goes back to the queue at the step where it is. */
export class HandOver extends Error {
  override readonly name = 'HandOver'
}

/** A foreseen end that no step is to blame for; the message is for people. */
export class TaskFault extends SpokenError {
  override readonly name = 'TaskFault'
  readonly code: 'cancelled' | 'timeout' | 'unwound'
  constructor(code: TaskFault['code'], text: Text) {
    super(text)
    this.code = code
  }
}

/** A failure as the task record and the journal keep it. */
export type Failure = { code: string; message: string; text: TextRecord; value?: string }

/** What people get to read about a fault. Of an unforeseen one they learn where; its own text belongs in the log. */
export function describeFault(thrown: unknown, step: string | null): Failure {
  if (thrown instanceof PanelError) return { ...failureOf(thrown.code, thrown.text), value: thrown.value }
  if (thrown instanceof TaskFault) return failureOf(thrown.code, thrown.text)
  const words = step
    ? msg`Internal error in step ${step}; the log of the panel has the cause`
    : msg`Internal error; the log of the panel has the cause`
  return failureOf('internal', words)
}

/** A failure as the journal keeps it. */
export const failureOf = (code: string, text: Text): Failure => ({ code, message: text.toString(), text })
