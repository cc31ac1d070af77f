import { z } from 'zod'
import { invalidInput, PanelError } from '../domain/shared/errors.ts'
import { textOfIssue } from '../shared/rule.ts'
import { msg } from '../shared/text.ts'
import { noPieces, type Pieces } from './body.ts'
import type { AnyEndpoint } from './endpoint.ts'
import { checkNumbers, checkPlain } from './input-sanity.ts'

export type RawParts = { params: unknown; query: unknown; body: unknown; file?: Pieces }

/** Checks the three parts of a call; throws the first fault as 400 with the field named. */
export function validate(e: AnyEndpoint, { file, ...raw }: RawParts) {
  checkPlain(raw, e)
  if (e.largestFile !== undefined && !file)
    throw invalidInput(msg`The file is missing: it is the body of a request over REST`, 'file')
  const parts = {
    params: part(e.params, raw.params),
    query: part(e.query, raw.query),
    body: e.body ? part(e.body, withoutTolerated(e, raw.body)) : rejectFields(e, raw.body),
    file: file ?? noPieces(),
  }
  checkNumbers(parts.body, e.wideNumbers)
  return parts
}

function part(schema: z.ZodType | undefined, value: unknown) {
  if (!schema) return {}
  if (schema instanceof z.ZodObject) checkLongLists(schema, value)
  const parsed = schema.safeParse(value ?? {})
  if (parsed.success) return parsed.data
  throw fieldFault(parsed.error)
}

/** A list longer than this is looked through item by item first. */
const LONG = 50

/** Stops at the first invalid item of a long list: Zod reports each, which takes longest when all are wrong. */
function checkLongLists(schema: z.ZodObject, value: unknown) {
  if (typeof value !== 'object' || value === null) return
  for (const [name, list] of Object.entries(value)) {
    const field: unknown = Object.hasOwn(schema.shape, name) ? schema.shape[name] : undefined
    if (!Array.isArray(list) || list.length <= LONG || !field) continue
    const inner = unwrap(field as z.ZodType)
    if (!(inner instanceof z.ZodArray)) continue
    for (const [index, item] of list.entries()) {
      const parsed = z.safeParse(inner.element, item)
      if (!parsed.success) throw fieldFault(parsed.error, [name, index])
    }
  }
}

function unwrap(schema: z.ZodType): z.ZodType {
  let inner: unknown = schema
  while (inner instanceof z.ZodOptional || inner instanceof z.ZodNullable || inner instanceof z.ZodDefault)
    inner = inner.unwrap()
  return inner as z.ZodType
}

/** Turns the first issue into the error that clients know: code 3008 for unlisted properties, 9000 for the rest. */
export function fieldFault(error: z.ZodError, within: readonly PropertyKey[] = []): PanelError {
  const issue = deepest(error.issues)
  if (!issue) return invalidInput(msg`The request is not valid`)
  if (issue.code === 'unrecognized_keys')
    return new PanelError('unexpected_property', msg`Unexpected property`, { value: String(issue.keys[0]) })
  if (issue.code === 'invalid_key')
    return new PanelError('unexpected_property', msg`Unexpected property`, { value: String(issue.path.at(-1)) })
  const field = [...within, ...issue.path].map(String).join('.')
  const words = textOfIssue(issue)
  return invalidInput(field ? msg`${field}: ${words}` : words, field)
}

/**
 * A union reports one issue that wraps those of its members. Its own message is used, if it has one; else that of the
 * member that matched furthest, and of one of another type last.
 */
function deepest(issues: readonly z.core.$ZodIssue[]): z.core.$ZodIssue | undefined {
  // Unlisted properties come first: clients distinguish the two by their codes.
  const first = issues.find((issue) => issue.code === 'unrecognized_keys' || issue.code === 'invalid_key') ?? issues[0]
  if (first?.code !== 'invalid_union' || first.message !== 'Invalid input') return first
  const inner = first.errors.map((list) => deepest(list)).filter((x) => x !== undefined)
  const best = inner.sort(
    (a, b) =>
      b.path.length - a.path.length ||
      Number(b.code === 'unrecognized_keys') - Number(a.code === 'unrecognized_keys') ||
      Number(a.code === 'invalid_type') - Number(b.code === 'invalid_type'),
  )[0]
  return best ? { ...best, path: [...first.path, ...best.path] } : first
}

function withoutTolerated(e: AnyEndpoint, body: unknown): unknown {
  if (!e.tolerated?.length || typeof body !== 'object' || body === null || Array.isArray(body)) return body
  return Object.fromEntries(Object.entries(body).filter(([key]) => !e.tolerated?.includes(key)))
}

/** Operations without a documented body still refuse unlisted fields on POST; a body on GET and DELETE is ignored. */
function rejectFields(e: AnyEndpoint, body: unknown) {
  if (e.method !== 'POST' || body === undefined || body === null) return {}
  if (typeof body !== 'object' || Array.isArray(body)) throw invalidInput(msg`The body has to be an object`)
  const key = Object.keys(body).find((name) => !e.tolerated?.includes(name))
  if (key) throw new PanelError('unexpected_property', msg`Unexpected property`, { value: key })
  return {}
}
