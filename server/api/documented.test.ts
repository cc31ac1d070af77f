import { describe, expect, it } from 'vitest'
import { checkDocumented } from '../../e2e/support/documented.ts'

const list = { id: '1', name: 'Office', ip_list: ['192.0.2.1'], users: [], members: [], version: 1 }
const read = { ...list, created_at: '2026-01-01T00:00:00.000Z' }
const check =
  (answer: object, path = '/auth/v4/acl/1') =>
  () =>
    checkDocumented('GET', `http://panel.test${path}`, answer)

describe('an answer is held against its document', () => {
  it('as it is documented', () => {
    expect(check(read)).not.toThrow()
    expect(check(read, '/api/auth/v4/acl/1/')).not.toThrow()
    expect(check({ list: [read], size: 1, last_notify: 0 }, '/auth/v4/acl?limit=0,1')).not.toThrow()
  })

  it('without a field, with one of another type, and with one that is not documented', () => {
    expect(check(list)).toThrow(/created_at/)
    expect(check({ ...read, users: null })).toThrow(/users/)
    expect(check({ ...read, secret: 'x' })).toThrow('.secret is not documented')
    expect(check({ list: [{ ...read, secret: 'x' }], size: 1, last_notify: 0 }, '/api/auth/v4/acl')).toThrow(
      '.list.#.secret is not documented',
    )
  })
})
