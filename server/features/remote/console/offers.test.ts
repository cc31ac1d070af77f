import { expect, it } from 'vitest'
import { ipmiTypes } from '../../../domain/ipmi/states.ts'
import { consoleTypes } from '../../../domain/server/rules.ts'
import { consoleOffers } from './offers.ts'

it('shows a console over the controllers that the rules name, as their drivers do', () => {
  const shows = ipmiTypes.filter((type) => {
    const { sol, vnc } = consoleOffers(type)
    return sol || vnc
  })
  expect(shows.toSorted()).toEqual([...consoleTypes].toSorted())
})
