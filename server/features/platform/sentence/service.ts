import { db } from '../../../db/pool.ts'
import { digestOf } from '../../../db/sentences.ts'
import type { Sentences } from '../../../domain/sentence/schema.ts'
import type { TextRecord } from '../../../shared/text.ts'

type Row = TextRecord & { digest: Buffer }

/** The sentence of each text. A caller that knows the text knows its values. */
export async function readSentences(words: readonly string[]): Promise<Sentences> {
  const { rows } = await db().pool.query<Row>(
    'select digest, template, values from sentence where digest = any ($1::bytea[])',
    [words.map(digestOf)],
  )
  const known = new Map(rows.map(({ digest, template, values }) => [digest.toString('hex'), { template, values }]))
  return { list: words.map((one) => ({ words: one, text: known.get(digestOf(one).toString('hex')) ?? null })) }
}
