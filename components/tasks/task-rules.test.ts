import { describe, expect, it } from 'vitest'
import { taskStatuses } from '../../server/domain/task/states.ts'
import { canAbort, isUnread } from './task-rules.ts'

describe('what may be done to a task', () => {
  it('is called off while it waits or runs', () => {
    expect(taskStatuses.filter((status) => canAbort({ status }))).toEqual(['created', 'running'])
  })

  it('is taken note of once, when it failed', () => {
    expect(taskStatuses.filter((status) => isUnread({ status, dismissed: false }))).toEqual(['failed'])
    expect(isUnread({ status: 'failed', dismissed: true })).toBe(false)
  })
})
