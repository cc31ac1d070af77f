import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { allEndpoints } from './catalogue.ts'
import { operationName } from './endpoint.ts'

type Json = { type?: string; properties?: Record<string, Json>; [key: string]: unknown }
type Field = { path: string; name: string; schema: Json }

/** Every field of an answer, at whatever depth. */
function* fieldsOf(schema: unknown, path = ''): Generator<Field> {
  if (typeof schema !== 'object' || schema === null) return
  if (Array.isArray(schema)) return yield* schema.flatMap((one) => [...fieldsOf(one, path)])
  const { properties, ...rest } = schema as Json
  for (const [name, inner] of Object.entries(properties ?? {})) {
    yield { path: `${path}.${name}`, name, schema: inner }
    yield* fieldsOf(inner, `${path}.${name}`)
  }
  for (const part of Object.values(rest)) yield* fieldsOf(part, path)
}
const answers = allEndpoints.map((endpoint) => ({
  endpoint,
  fields: [...fieldsOf(z.toJSONSchema(endpoint.answer, { unrepresentable: 'any' }))],
}))
const named = (wanted: (field: Field) => boolean, of = answers) =>
  of.flatMap(({ endpoint, fields }) => fields.filter(wanted).map(({ path }) => `${operationName(endpoint)} ${path}`))

const types = ({ type, anyOf }: Json): unknown[] =>
  [type, ...((anyOf as Json[] | undefined) ?? []).flatMap(types)].flat()

describe('an answer', () => {
  it('has fields', () => expect(answers.flatMap(({ fields }) => fields).length).toBeGreaterThan(500))

  it('has a task that is a number, several of them, or none; never null', () =>
    expect(named(({ name, schema }) => name === 'task' && types(schema).includes('null'))).toEqual([]))

  it('of sign-in, keys, VMs and addresses has no field called error: clients search the text for it', () => {
    const quiet = /\/(public|auth|key|host|ip|backup|metadata)\b/
    const some = answers.filter(({ endpoint }) => quiet.test(endpoint.path))
    expect(some.length).toBeGreaterThan(40)
    expect(named(({ name }) => name === 'error', some)).toEqual([])
  })
})

it('a simulated VM has no cause with the word error, which its record would show', () =>
  expect(readFileSync('server/simulation/hypervisor/connection/readings.ts', 'utf8')).not.toMatch(
    /'[^']*\berror\b[^']*'/,
  ))
