import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type Json, sample } from '../../e2e/support/matrix/bodies.ts'
import { absent, api, ask, existing, paramsOf, path, startMatrix } from '../../e2e/support/matrix/world.ts'
import { allEndpoints } from './catalogue.ts'
import { type AnyEndpoint, operationName } from './endpoint.ts'

// Generated from the catalogue, so that new operations are covered automatically.

beforeAll(startMatrix)
afterAll(() => api.close())

describe('an unlisted property', () => {
  // Preferences, settings and messages are whatever screens, clients and components want to leave.
  const posts = allEndpoints.filter(
    (e) => e.method === 'POST' && e.largestFile === undefined && !/\/(preferences|settings|message)$/.test(e.path),
  )
  it.each(posts.map((e) => [operationName(e), e] as const))('is refused with 400, code 3008: %s', async (_, e) => {
    const answer = await ask(e, path(e, absent), api.admin, { ...sample(e), unlisted_property: 1 })
    expect(answer).toMatchObject({ status: 400, body: { error: { code: 3008, value: 'unlisted_property' } } })
  })
})

describe('a value that no column holds', () => {
  /** Bodies that put one such value into a top-level field of its type. */
  function overfull(e: AnyEndpoint): Record<string, unknown>[] {
    const { properties = {} } = z.toJSONSchema(e.body!, { io: 'input', unrepresentable: 'any' }) as Json
    return Object.entries(properties).flatMap(([name, { type, anyOf }]) => {
      const types = [type, ...(anyOf ?? []).map((choice) => choice.type)]
      if (types.includes('integer'))
        return [
          { ...sample(e), [name]: 2 ** 40 },
          { ...sample(e), [name]: -(2 ** 40) },
        ]
      return types.includes('string') ? [{ ...sample(e), [name]: 'half \ud800' }] : []
    })
  }
  const posts = allEndpoints.filter((e) => e.body && e.method === 'POST' && overfull(e).length > 0)
  it.each(posts.map((e) => [operationName(e), e] as const))('is refused with 400: %s', async (_, e) => {
    for (const body of overfull(e)) {
      const { status } = await ask(e, path(e, existing), api.admin, body)
      expect({ body, status }).toEqual({ body, status: 400 })
    }
  })
})

describe('an id that cannot be', () => {
  const BAD = ['-1', '0', '1.5', '2147483648', '9223372036854775808', 'text', "1' or '1'='1", '\u0000', '%']
  // Numbers to JavaScript, but no way to write an id.
  const ODD = ['1e0', '0x1', '+1', ' 1', '01', '1.0', '1 ', '\u0661']
  // A key to sign in with that is none answers 401 whatever it looks like.
  const withIds = allEndpoints.filter((e) => paramsOf(e).length > 0 && !paramsOf(e).includes('key'))
  it.each(withIds.map((e) => [operationName(e), e] as const))('is refused with 400 or 404: %s', async (_, e) => {
    for (const bad of [...BAD, ...ODD])
      for (const param of paramsOf(e)) {
        const answer = await ask(
          e,
          path(e, (each) => (each === param ? bad : existing(each))),
          api.admin,
        )
        expect({ bad, param, status: answer.status }).toEqual({
          bad,
          param,
          status: expect.toSatisfy((s) => s === 400 || s === 404),
        })
      }
  })
})
