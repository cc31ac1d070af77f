import { expect, it } from 'vitest'
import { hostActions } from '../../../domain/host/rules.ts'
import { cases, compare, isNow, people, ruledHost } from './rules-fixture.ts'

ruledHost()

it('the service answers as the rules say: every action, condition, protection, person', async () => {
  const different: string[] = []
  // A password is waited for when nothing is before it; rules-queue.long.db.test.ts has it behind a queue.
  for (const action of hostActions.filter((one) => one !== 'password'))
    for (const [condition, flag] of cases(action))
      for (const who of people)
        different.push(...(await compare(action, { ...isNow(condition), ...flag, queue: [] }, who)))
  expect(different).toEqual([])
})
