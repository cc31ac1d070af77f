import { expect, it } from 'vitest'
import en from '../../components/i18n/en.json' with { type: 'json' }
import { taskDefinitions } from '../task-definitions.ts'

it('has words for every task', () => {
  const names = Object.keys(en.taskWords.names)
  expect(taskDefinitions.map(({ name }) => name).filter((name) => !names.includes(name))).toEqual([])
})
