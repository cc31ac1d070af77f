import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Answer } from '../../e2e/support/api.ts'
import { absent, api, ask, existing, paramsOf, path, startMatrix } from '../../e2e/support/matrix/world.ts'
import { allEndpoints } from './catalogue.ts'
import { operationName } from './endpoint.ts'

// Generated from the catalogue, so that new operations are covered automatically.

beforeAll(startMatrix)
afterAll(() => api.close())

describe('without a session', () => {
  const closed = allEndpoints.filter((e) => e.access !== 'public')
  it.each(closed.map((e) => [operationName(e), e] as const))('%s is refused with 401', async (_, e) => {
    expect(await ask(e, path(e, existing), null)).toMatchObject({ status: 401 })
    // Headers by which proxies and frameworks mark requests of their own are worth nothing here.
    const marked = await api.request(e.method, path(e, existing), {
      headers: { 'x-middleware-subrequest': 'middleware:middleware:middleware', 'x-forwarded-for': '127.0.0.1' },
    })
    expect(marked.status).toBe(401)
  })
})

describe('a plain user', () => {
  const closed = allEndpoints.filter((e) => e.access === 'admin')
  it.each(closed.map((e) => [operationName(e), e] as const))('is refused %s with 403', async (_, e) => {
    for (const value of [existing, absent]) expect(await ask(e, path(e, value), api.ann)).toMatchObject({ status: 403 })
  })
})

describe('an outsider', () => {
  const own = allEndpoints.filter(
    (e) =>
      e.access !== 'admin' &&
      e.access !== 'public' &&
      paramsOf(e).some((param) => !/^(cluster|os|preset)_id$/.test(param)),
  )
  it.each(own.map((e) => [operationName(e), e] as const))(
    'cannot tell objects of other owners from absent ones: %s',
    async (_, e) => {
      const other = await ask(e, path(e, existing), api.bob)
      const none = await ask(e, path(e, absent), api.bob)
      expect(other).toMatchObject({ status: 404 })
      const words = (answer: Answer, value: (param: string) => string) =>
        paramsOf(e).reduce((text, param) => text.replaceAll(value(param), '#'), JSON.stringify(answer.body))
      expect({ status: other.status, body: words(other, existing) }).toEqual({
        status: none.status,
        body: words(none, absent),
      })
    },
  )
})
