import { createHash } from 'node:crypto'
import { log } from '../process/log.ts'
import { kept } from '../shared/kept.ts'
import type { Text } from '../shared/text.ts'
import { db } from './pool.ts'

/** Sentences are written in batches, so that a frequent one costs little. */
const TOGETHER_MS = 100
/** What was noted lately is not noted again; afterwards its day is renewed. */
const FRESH_MS = 12 * 3600_000
const MOST_FRESH = 5_000
const DAYS_KEPT = 180

/** Key of a sentence by its English words. */
export const digestOf = (words: string): Buffer => createHash('sha256').update(words).digest()

const place = kept<Map<string, number>>('sentences')
/** Until when the words of each sentence need not be noted again. */
const fresh = (): Map<string, number> => {
  place.value ??= new Map()
  return place.value
}
const waiting = new Map<string, Text>()
let timer: NodeJS.Timeout | undefined
let writing: Promise<void> = Promise.resolve()

/**
 * The English words of a sentence that is about to be stored. What was filled in is noted beside them (`sentence`), by which pages in
 * other languages say it; the words are stored and sent as ever.
 * @param words as they are stored, when they are bounded or cleaned before
 */
export function stored(text: Text, words = text.toString()): string {
  // Pages translate these without a record: sentences without values, and quotations.
  const plain = text.values.length === 0 || (text.template === '{0}' && !isText(text.values[0]))
  if (plain && words === text.toString()) return words
  if ((fresh().get(words) ?? 0) > Date.now()) return words
  if (fresh().size >= MOST_FRESH) fresh().clear()
  fresh().set(words, Date.now() + FRESH_MS)
  waiting.set(words, text)
  timer ??= setTimeout(flush, TOGETHER_MS).unref()
  return words
}

const isText = (value: unknown): value is Text => typeof value === 'object'

function flush() {
  timer = undefined
  const batch = [...waiting]
  waiting.clear()
  if (batch.length > 0) writing = writing.then(() => write(batch))
}

async function write(batch: readonly (readonly [string, Text])[]): Promise<void> {
  try {
    await db().pool.query(
      `insert into sentence (digest, template, values) select * from unnest($1::bytea[], $2::text[], $3::jsonb[])
       on conflict (digest) do update set told_at = now()`,
      [
        batch.map(([words]) => digestOf(words)),
        batch.map(([, text]) => text.template),
        batch.map(([, text]) => JSON.stringify(text.values)),
      ],
    )
  } catch (fault) {
    // Readers of other languages then read English.
    for (const [words] of batch) fresh().delete(words)
    log.warn({ err: fault, count: batch.length }, 'sentences could not be noted')
  }
}

/** Writes what waits; before the database is closed, and in tests. */
export async function noteSentences(): Promise<void> {
  clearTimeout(timer)
  flush()
  await writing
}

/** Deletes sentences that have not been used for long. */
export async function forgetOldSentences(): Promise<void> {
  await db().pool.query('delete from sentence where told_at < now() - make_interval(days => $1)', [DAYS_KEPT])
}
