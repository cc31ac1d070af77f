import { expect, it } from 'vitest'
import { packetRulesBody } from './packet-rules.ts'
import { ruleSetNames, rulesOfSet } from './rule-sets.ts'

const notes = { answers: 'answers', dhcp: 'DHCP', rest: 'rest', mail: 'mail' }

it.each(ruleSetNames)('%s is a list of rules as the API takes it', (name) => {
  const rules = rulesOfSet(name, notes)
  expect(packetRulesBody.parse({ rules })).toEqual({ rules })
})

it('a set that lets in what it names drops the rest, last of all, and lets answers come back before', () => {
  const rules = rulesOfSet('web', notes)
  expect(rules.at(-1)).toMatchObject({ action: 'drop', direction: 'in', protocols: ['any'], portstart: null })
  expect(rules.slice(0, -1).every(({ action }) => action === 'accept')).toBe(true)
  expect(rules.map(({ portstart }) => portstart)).toEqual([22, 80, 443, null, 32_768, 68, null])
})

it('no mail out is about nothing else', () => {
  expect(rulesOfSet('no_mail_out', notes)).toMatchObject([
    { action: 'drop', direction: 'out', portstart: 25, portend: 25 },
  ])
})
