import { describe, expect, it } from 'vitest'
import { changedRoles, mainRole } from './roles.ts'

describe('the role people see', () => {
  it('is the strongest of several', () => {
    expect(mainRole(['@user', '@admin'])).toBe('@admin')
    expect(mainRole(['@user', '@advanced_user'])).toBe('@advanced_user')
    expect(mainRole([])).toBe('@user')
  })

  it('is sent only when it is another one, or all sessions would end for nothing', () => {
    expect(changedRoles(['@user', '@admin'], '@admin')).toBeUndefined()
    expect(changedRoles(['@user'], '@admin')).toEqual(['@admin'])
    expect(changedRoles(['@user', '@admin'], '@user')).toEqual(['@user'])
  })
})
