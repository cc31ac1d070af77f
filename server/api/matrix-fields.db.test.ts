import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isLink } from '../../e2e/support/fields/links.ts'
import { type BodyField, bodyFields, bodyWith, refusedPath } from '../../e2e/support/fields/walk.ts'
import { linking, merged, sample } from '../../e2e/support/matrix/bodies.ts'
import { api, ask, existing, path, startMatrix } from '../../e2e/support/matrix/world.ts'
import { allEndpoints } from './catalogue.ts'
import { refused } from './coverage/fields/not-read.ts'
import { operationName } from './endpoint.ts'

// Generated from the catalogue, so that new operations are covered automatically.

beforeAll(startMatrix)
afterAll(() => api.close())

describe('an object that does not exist', () => {
  const fields = bodyFields(allEndpoints)
  it('is told from a number in every field', () =>
    expect(
      fields.filter((field) => isLink(field) === null).map(({ operation, path }) => `${operation} ${path}`),
    ).toEqual([]))

  // Many servers at once: the answer has a result for each.
  const each = 'POST /dci/v3/server/power servers[]'
  const links = fields.filter((field) => isLink(field) && `${field.operation} ${field.path}` !== each)
  const cases = links.map((field) => [`${field.operation} ${field.path}`, field] as const)
  it.each(cases)('is refused with 400 and the field: %s', async (_, { endpoint, path: at, types }) => {
    const id = types.includes('integer') ? 999_999 : '999999'
    const name = operationName(endpoint)
    const given = [
      sample(endpoint),
      linking(name, existing),
      linking(`${name} ${at.split(/[.[]/)[0]}`, existing),
      bodyWith(at, id),
    ]
    const body = given.reduce(merged)
    const answer = await ask(endpoint, path(endpoint, existing), api.admin, body)
    const names = [refusedPath(at), at.replaceAll('[]', ''), at.split(/[.[]/)[0]]
    expect({ body, answer }).toMatchObject({
      answer: { status: 400, body: { error: { value: expect.toSatisfy((value) => names.includes(value)) } } },
    })
  })
})

describe('a field that nothing acts on', () => {
  const group = (field: BodyField) => `${field.endpoint.service} ${field.endpoint.tag}`
  const said = (field: BodyField) => Object.values(refused[group(field)] ?? {}).some((all) => all.includes(field.path))
  const cases = bodyFields(allEndpoints)
    .filter(said)
    .map((field) => [`${field.operation} ${field.path}`, field] as const)
  it('is there', () => expect(cases.length).toBeGreaterThan(30))

  it.each(cases)('is rejected with 400 and named when it requests something: %s', async (_, field) => {
    const name = operationName(field.endpoint)
    const first = field.path.split(/[.[]/)[0] ?? ''
    const given = [
      sample(field.endpoint),
      linking(name, existing),
      linking(`${name} ${first}`, existing),
      bodyWith(field.path, asking(field)),
    ]
    const answer = await ask(field.endpoint, path(field.endpoint, existing), api.admin, given.reduce(merged))
    expect({ given, answer }).toMatchObject({
      answer: { status: 400, body: { error: { value: expect.stringMatching(new RegExp(`^${first}`)) } } },
    })
  })

  /** Something that a client would not send by chance. */
  function asking({ path: at, schema, types }: BodyField): unknown {
    if (schema.enum) return schema.enum.at(-1)
    if (types.includes('boolean')) return true
    if (types.includes('integer') || types.includes('number')) return 7
    if (types.includes('object')) return { colour: 'red' }
    if (/(^|[._])mac$/.test(at)) return '02:00:00:00:00:77'
    return /port/.test(at) ? '1688' : '192.0.2.77'
  }
})
