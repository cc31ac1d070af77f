import { PanelError } from '../domain/shared/errors.ts'
import { kept } from '../shared/kept.ts'
import { msg } from '../shared/text.ts'

/** Streams of changes that one account may hold open at a time, in this process. */
export const MOST_STREAMS = 200

const place = kept<Map<number, number>>('streams')

/**
 * Counts one more open stream or socket of an account. Answers the way to give it back, which counts once.
 * @throws PanelError `too_many` when the account holds as many as it may
 */
export function holdStream(accountId: number): () => void {
  place.value ??= new Map()
  const open = place.value
  const held = open.get(accountId) ?? 0
  if (held >= MOST_STREAMS)
    throw new PanelError('too_many', msg`${MOST_STREAMS} event streams are already open: close some`, {
      retryAfter: 10,
    })
  open.set(accountId, held + 1)
  let given = false
  return () => {
    if (given) return
    given = true
    const left = (open.get(accountId) ?? 1) - 1
    if (left > 0) open.set(accountId, left)
    else open.delete(accountId)
  }
}
