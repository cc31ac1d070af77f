import { type BodyBound, bodyBound, readBody } from '../../../server/api/body.ts'
import { allEndpoints } from '../../../server/api/catalogue.ts'
import type { AnyEndpoint } from '../../../server/api/endpoint.ts'
import { validate } from '../../../server/api/validate.ts'

const many = <T>(count: number, value: T) => Array.from({ length: count }, () => value)
/** Worse ones are looked at again: the first run of anything is slow. */
const SUSPECT_MS = 5
const TRIES = 8

/** What costs most to look through within the bounds: long lists and objects of wrong values, long texts that nearly fit. */
const hostile = (bytes: number): unknown[] => [
  many(Math.min(999, bytes / 4), {}),
  many(Math.min(999, bytes / 5), 'x'),
  many(Math.min(45, bytes / 450), many(100, 'x')),
  Object.fromEntries(many(Math.min(999, bytes / 10), 0).map((_, n) => [`k${n}`, 1])),
  `${'a.'.repeat(bytes * 0.45)}!`,
  '\u0001'.repeat(bytes * 0.15),
]

async function parse(e: AnyEndpoint, text: string, bound: BodyBound): Promise<number> {
  const from = performance.now()
  const body = await readBody(new Request('http://panel.test/', { method: 'POST', body: text }), bound)
  try {
    validate(e, { params: {}, query: {}, body })
  } catch {
    // Refused, as it should be: what counts is how long that took.
  }
  return performance.now() - from
}

/** How long the loop is held, in ms, by reading, parsing and checking the worst body, over all operations and their fields. */
export async function slowestParsing(): Promise<{ ms: number; of: string; bodies: number }> {
  let slowest = { ms: 0, of: '' }
  let bodies = 0
  const texts = new Map<number, string[]>()
  for (const e of allEndpoints.filter(({ method }) => method === 'POST')) {
    const bound = bodyBound(e)
    const bytes = Math.min(bound.bytes, 1024 * 1024)
    const values = texts.get(bytes) ?? hostile(bytes).map((value) => JSON.stringify(value))
    texts.set(bytes, values)
    const fields = Object.keys((e.body as { shape?: object } | undefined)?.shape ?? {})
    for (const field of [null, ...fields])
      for (const value of values) {
        const text = field === null ? value : `{${JSON.stringify(field)}:${value}}`
        let ms = await parse(e, text, bound)
        for (let n = 1; n < TRIES && ms > SUSPECT_MS; n++) ms = Math.min(ms, await parse(e, text, bound))
        bodies++
        if (ms > slowest.ms) slowest = { ms, of: `${e.service}${e.path} ${field ?? ''}: ${value.slice(0, 20)}` }
      }
  }
  return { ...slowest, bodies }
}
