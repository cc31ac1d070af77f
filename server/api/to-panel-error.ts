import { isConflict, isDatabaseAway, isTooLong } from '../db/faults.ts'
import { db } from '../db/pool.ts'
import { PanelError } from '../domain/shared/errors.ts'
import { log } from '../process/log.ts'
import { msg, type Text } from '../shared/text.ts'

/**
 * What the caller of an operation gets to read about its end: refusals as they are; that the same may be asked again where the
 * database was away or two changes met; of everything else that it is in the log.
 * @param operation for the log
 */
export function toPanelError(thrown: unknown, operation: string): PanelError {
  if (thrown instanceof PanelError) return thrown
  if (isConflict(thrown)) {
    log.warn({ err: thrown, operation }, 'two changes met')
    return new PanelError(
      'unavailable',
      msg`Another change was made at the same time, nothing was changed: try again`,
      {
        retryAfter: 1,
      },
    )
  }
  if (isTooLong(thrown)) {
    log.warn({ err: thrown, operation }, 'a statement took too long')
    return new PanelError('unavailable', msg`The database took too long and the request was stopped: try again`, {
      retryAfter: 5,
    })
  }
  if (isDatabaseAway(thrown, db().url)) {
    log.warn({ err: thrown, operation }, 'the database was away')
    const words: Text = msg`The database of the panel does not answer; check whether the change was made before you try again`
    return new PanelError('unavailable', words, { retryAfter: 2 })
  }
  log.error({ err: thrown, operation }, 'unforeseen fault')
  return PanelError.from(thrown)
}
