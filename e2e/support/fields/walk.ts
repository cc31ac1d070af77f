import { z } from 'zod'
import { type AnyEndpoint, operationName } from '../../../server/api/endpoint.ts'

/** A field of a body: `interfaces[].ippool[]` is a member of a list in members of a list; `.*` stands for any key. */
export type BodyField = {
  operation: string
  endpoint: AnyEndpoint
  path: string
  types: readonly string[]
  schema: Json
}
type Json = {
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  format?: string
  $ref?: string
  items?: Json
  properties?: Record<string, Json>
  additionalProperties?: Json | boolean
  anyOf?: Json[]
  oneOf?: Json[]
  allOf?: Json[]
  $defs?: Record<string, Json>
}

/** Every field that a body of these operations may have, down to the leaves, from the schemas that check it. */
export function bodyFields(endpoints: readonly AnyEndpoint[]): BodyField[] {
  return endpoints.flatMap((endpoint) => (endpoint.body ? fieldsOf(endpoint, endpoint.body) : []))
}

/** What stands beside a file: an operation whose body is a file takes its other inputs in the query. */
export function fieldsBesideFiles(endpoints: readonly AnyEndpoint[]): BodyField[] {
  return endpoints.flatMap((endpoint) =>
    endpoint.largestFile && endpoint.query ? fieldsOf(endpoint, endpoint.query) : [],
  )
}

function fieldsOf(endpoint: AnyEndpoint, schema: z.ZodType): BodyField[] {
  const whole = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json
  const found = new Map<string, Json[]>()
  leaves(whole, whole, '', found)
  return [...found].map(([path, schemas]) => ({
    operation: operationName(endpoint),
    endpoint,
    path,
    schema: schemas[0] as Json,
    types: [...new Set(schemas.flatMap((one) => one.type ?? (one.enum || 'const' in one ? 'enum' : 'any')))],
  }))
}

function leaves(node: Json, whole: Json, path: string, found: Map<string, Json[]>): void {
  const one = node.$ref ? (whole.$defs?.[node.$ref.split('/').at(-1) ?? ''] ?? {}) : node
  const choices = [...(one.anyOf ?? []), ...(one.oneOf ?? []), ...(one.allOf ?? [])].filter(
    // What only says which fields go together has no type of its own.
    (choice) =>
      choice.type !== undefined || choice.$ref !== undefined || choice.enum || 'const' in choice || choice.anyOf,
  )
  for (const choice of choices) leaves(choice, whole, path, found)
  if (one.items) leaves(one.items, whole, `${path}[]`, found)
  const properties = Object.entries(one.properties ?? {})
  for (const [name, child] of properties) leaves(child, whole, path ? `${path}.${name}` : name, found)
  const rest = one.additionalProperties
  if (typeof rest === 'object' && Object.keys(rest).length > 0) leaves(rest, whole, `${path}.*`, found)
  else if (path && choices.length === 0 && !one.items && properties.length === 0)
    found.set(path, [...(found.get(path) ?? []), one])
}

/** A body that has nothing but `value` at that path; keys of maps are 1. */
export function bodyWith(path: string, value: unknown): unknown {
  const [, first, rest] = /^(\.?[^.[]+|\[\])(.*)$/.exec(path) ?? []
  if (first === undefined) return value
  const inner = bodyWith(rest ?? '', value)
  return first === '[]' ? [inner] : { [first.replace(/^\./, '').replace('*', '1')]: inner }
}

/** The path as refusals spell it: `interfaces.0.ippool.0`. */
export const refusedPath = (path: string) => path.replaceAll('[]', '.0').replaceAll('*', '1')
