import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { PanelError } from '../domain/shared/errors.ts'
import { metrics } from '../process/metrics.ts'
import { kept } from '../shared/kept.ts'
import { msg } from '../shared/text.ts'

/** Argon2id, 64 MiB and four passes: 50 to 70 ms on one core of a small server (RFC 9106, section 4). */
const OPTIONS = { memoryCost: 65_536, timeCost: 4, parallelism: 1 }
/** In threads of libuv's pool, of which one stays free; the scheduler keeps a core's share for the event loop. */
const AT_ONCE = Math.max(1, Math.min(3, availableParallelism()))
/** A sign-in that would wait for more hashes than this is asked to come back. */
const MAX_WAITING = 100
const MAX_LENGTH = 1024

type Turn = () => void
type Queue = { running: number; first: Turn[]; others: Turn[] }
// Next's route handlers are a second module graph in the same process: one queue for both.
const hashing = kept<Queue>('hashing')
const decoy = kept<Promise<string>>('decoy')

function queue(): Queue {
  hashing.value ??= { running: 0, first: [], others: [] }
  return hashing.value
}

/** @param urgent goes before those who are not: people from networks they have signed in from, during a flood from elsewhere */
async function withHashSlot<T>(work: () => Promise<T>, urgent: boolean): Promise<T> {
  const q = queue()
  if (q.running >= AT_ONCE) {
    const line = urgent ? q.first : q.others
    if (line.length >= MAX_WAITING)
      throw new PanelError('too_many', msg`Too many sign-ins at this moment; try again in a few seconds`, {
        retryAfter: 5,
      })
    await new Promise<void>((go) => line.push(go))
  } else q.running++
  try {
    return await work()
  } finally {
    const next = q.first.shift() ?? q.others.shift()
    if (next) next()
    else q.running--
  }
}

export const hashPassword = (password: string) => withHashSlot(() => hash(password, OPTIONS), true)

type Comparing = {
  /** Goes before others in the queue. */
  urgent?: boolean
  /** Called when it is this one's turn, before the hash; throws to refuse it. */
  admit?: () => Promise<void>
}

/** Compares in the same time whether there is such an account or not (`stored` null). */
export async function passwordMatches(
  stored: string | null | undefined,
  password: string,
  { urgent = false, admit }: Comparing = {},
): Promise<boolean> {
  decoy.value ??= hashPassword('decoy for accounts that do not exist')
  const reference = stored ?? (await decoy.value)
  const same = await withHashSlot(async () => {
    await admit?.()
    metrics().passwordHashes.inc()
    return verify(reference, password.slice(0, MAX_LENGTH)).catch(() => false)
  }, urgent)
  return same && Boolean(stored) && password.length <= MAX_LENGTH
}

/** True when a stored hash was made with other parameters than today's, so that it should be made anew. */
export const isOutdated = (stored: string) =>
  !stored.startsWith(`$argon2id$v=19$m=${OPTIONS.memoryCost},t=${OPTIONS.timeCost},p=${OPTIONS.parallelism}$`)
