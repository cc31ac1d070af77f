import { expect, it } from 'vitest'
import { taskStatuses } from '../../server/domain/task/states.ts'
import en from '../i18n/en.json' with { type: 'json' }
import { isOpen, plainName, stepParts, taskKind } from './labels.ts'

it.each([
  ['read_hardware', 'Read hardware'],
  ['disk_41', 'Disk'],
  ['seed', 'Seed'],
])('%s', (name, wanted) => expect(plainName(name)).toBe(wanted))

it('has a mark and a word for every status', () => {
  for (const status of taskStatuses) {
    expect(taskKind(status)).toBeTruthy()
    expect(en.taskWords.status[status]).toBeTruthy()
  }
})

it('knows which tasks may still go on', () =>
  expect(taskStatuses.filter(isOpen)).toEqual(['created', 'running', 'deferred']))

it.each([
  ['undo:disk_3', { part: 'undo', step: 'disk_3' }],
  ['settle:crashed', { part: 'settle', step: 'crashed' }],
  ['start', { part: null, step: 'start' }],
])('%s is read in its parts', (name, wanted) => expect(stepParts(name)).toEqual(wanted))
