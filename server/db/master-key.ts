import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { Bus } from '../events/bus.ts'
import { log } from '../process/log.ts'
import { db } from './pool.ts'
import {
  closeMasterKey,
  currentKeyId,
  derivationRoot,
  forgetFormerKey,
  seal,
  setDerivationRoot,
  turnMasterKey,
  unseal,
} from './secrets.ts'
import { keepSetting, storedSetting, storeSetting } from './stored-settings.ts'

/**
 * What the database knows of its master key: a text that only the right one opens, the sealed root of derived keys once the
 * key was changed, and during a change the next key, sealed under the one before.
 */
const stored = z.object({
  check: z.string(),
  root: z.string().optional(),
  next: z.string().optional(),
  next_id: z.string().optional(),
})
type Stored = z.infer<typeof stored>

const NAME = 'master_key'
const CHANNEL = 'master_key'
const WORDS = 'datahall'
const placeOf = (part: keyof Stored) => ({ table: 'setting', id: NAME, column: part })

async function read(): Promise<Stored | null> {
  const value = await storedSetting(NAME)
  return value === undefined ? null : stored.parse(value)
}

const write = (value: Stored) => storeSetting(NAME, value)

const opens = (sealed: string, part: keyof Stored): string | null => {
  try {
    return unseal(sealed, placeOf(part))
  } catch {
    return null
  }
}

/**
 * Holds the open master key against the database, and goes on to the next one when it is being changed.
 * @throws Error in words when the key is not the one of this database
 */
export async function checkMasterKey(): Promise<void> {
  const known = await read()
  if (!known) {
    await keepSetting(NAME, { check: seal(WORDS, placeOf('check')) })
    return
  }
  takeNext(known)
  const changing = known.next_id !== undefined && known.next_id === currentKeyId()
  if (!changing && opens(known.check, 'check') !== WORDS)
    throw new Error(
      'The master key does not open the secrets of this database: it was changed, or belongs to another one (master.key in the data folder, or DATAHALL_MASTER_KEY)',
    )
  const root = known.root && opens(known.root, 'root')
  if (root) setDerivationRoot(Buffer.from(root, 'hex'))
}

function takeNext(known: Stored) {
  const next = known.next && opens(known.next, 'next')
  if (next) turnMasterKey(Buffer.from(next, 'hex'))
}

/** Follows a change of the master key that another process makes. Returns the way to stop. */
export function followMasterKey(bus: Pick<Bus, 'on' | 'onConnect'>): () => void {
  const look = () =>
    void read()
      .then((known) => {
        if (!known) return
        takeNext(known)
        if (known.next) return
        if (opens(known.check, 'check') === WORDS) forgetFormerKey()
        else {
          // What it sealed from here on could never be opened.
          closeMasterKey()
          log.error('the master key was changed while this process was cut off: start it with the new one')
        }
      })
      .catch((err: unknown) => log.warn({ err }, 'the state of the master key could not be read'))
  const stops = [bus.on(CHANNEL, look), bus.onConnect(look)]
  return () => {
    for (const stop of stops) stop()
  }
}

const tell = () => db().pool.query('select pg_notify($1, $2)', [CHANNEL, ''])

/**
 * Begins a change of the master key, or goes on with one that was begun: from here on this process, and all that hear of it, seal
 * under the next key.
 * @returns the next key as 64 hexadecimal digits; null when it is the open one already
 */
export async function beginRotation(): Promise<string | null> {
  await checkMasterKey()
  const known = await read()
  if (!known) throw new Error('The database knows no master key')
  if (known.next) return opens(known.next, 'next')
  const next = randomBytes(32)
  const sealed = seal(next.toString('hex'), placeOf('next'))
  turnMasterKey(next)
  const root = seal(derivationRoot().toString('hex'), placeOf('root'))
  await write({ ...known, root, next: sealed, next_id: currentKeyId() })
  await tell()
  return next.toString('hex')
}

/** Ends the change: a start with the previous key is rejected, and running processes forget it. */
export async function endRotation(): Promise<void> {
  const root = seal(derivationRoot().toString('hex'), placeOf('root'))
  await write({ check: seal(WORDS, placeOf('check')), root })
  forgetFormerKey()
  await tell()
}
