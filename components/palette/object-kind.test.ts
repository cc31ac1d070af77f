import { expect, it } from 'vitest'
import { actionItem, isVerb, itemsOf } from './object-kind.ts'

it('takes the beginning of any word of a label for the verb', () => {
  expect(isVerb('Force restart', 'rest')).toBe(true)
  expect(isVerb('Open console', 'Console')).toBe(true)
  expect(isVerb('Open console', 'pen')).toBe(false)
})

it('leaves lines and headings out, and what has another name', () => {
  const entries = [{ kind: 'line' as const }, { label: 'Restart' }, { label: 'Edit' }]
  expect(itemsOf({ entries }).map(({ label }) => label)).toEqual(['Restart', 'Edit'])
  expect(itemsOf({ entries }, 'restart').map(({ label }) => label)).toEqual(['Restart'])
})

it('says whom an action is about, and why it is off', () => {
  const item = actionItem({ label: 'Restart', disabledReason: 'Stopped', onSelect: () => {} }, 'host 7', {
    name: 'cache-3',
    detail: 'VM',
  })
  expect(item).toMatchObject({
    id: 'host 7 Restart',
    title: 'Restart cache-3',
    detail: 'VM',
    disabledReason: 'Stopped',
  })
})
