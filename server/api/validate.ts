import type { z } from 'zod'
import { PanelError } from '../domain/shared/errors.ts'
import type { AnyEndpoint } from './endpoint.ts'
import { checkNumbers, checkPlain } from './plain.ts'

export type RawParts = { params: unknown; query: unknown; body: unknown }

/** Checks the three parts of a call; throws the first fault as 400 with the field named. */
export function validate(e: AnyEndpoint, raw: RawParts) {
  checkPlain(raw)
  const parts = {
    params: part(e.params, raw.params),
    query: part(e.query, raw.query),
    body: e.body ? part(e.body, withoutTolerated(e, raw.body)) : refuseFields(e, raw.body),
  }
  checkNumbers(parts.body, e.wideNumbers)
  return parts
}

function part(schema: z.ZodType | undefined, value: unknown) {
  if (!schema) return {}
  const parsed = schema.safeParse(value ?? {})
  if (parsed.success) return parsed.data
  throw fieldFault(parsed.error)
}

/** Turns the first issue into the refusal that clients know: code 3008 for unlisted properties, 9000 for the rest. */
export function fieldFault(error: z.ZodError): PanelError {
  const issue = deepest(error.issues)
  if (!issue) return new PanelError('invalid_input', 'The request is not valid')
  if (issue.code === 'unrecognized_keys')
    return new PanelError('unexpected_property', 'Unexpected property', { value: String(issue.keys[0]) })
  if (issue.code === 'invalid_key')
    return new PanelError('unexpected_property', 'Unexpected property', { value: String(issue.path.at(-1)) })
  const field = issue.path.map(String).join('.')
  return new PanelError('invalid_input', field ? `${field}: ${issue.message}` : issue.message, { value: field })
}

/** A union reports one issue that wraps those of its members: the member that got furthest tells most, one of another type least. */
function deepest(issues: readonly z.core.$ZodIssue[]): z.core.$ZodIssue | undefined {
  // What does not belong there at all is said first: clients tell the two apart by their codes.
  const first = issues.find((issue) => issue.code === 'unrecognized_keys' || issue.code === 'invalid_key') ?? issues[0]
  if (first?.code !== 'invalid_union') return first
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
function refuseFields(e: AnyEndpoint, body: unknown) {
  if (e.method !== 'POST' || body === undefined || body === null) return {}
  if (typeof body !== 'object' || Array.isArray(body))
    throw new PanelError('invalid_input', 'The body has to be an object')
  const key = Object.keys(body).find((name) => !e.tolerated?.includes(name))
  if (key) throw new PanelError('unexpected_property', 'Unexpected property', { value: key })
  return {}
}
