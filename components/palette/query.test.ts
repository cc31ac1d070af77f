import { expect, it } from 'vitest'
import en from '../i18n/en.json' with { type: 'json' }
import ru from '../i18n/ru.json' with { type: 'json' }
import { readQuery } from './query.ts'

it.each([
  ['vlan 110', { search: '110', kind: 'vlan' }],
  ['rack A02', { search: 'A02', kind: 'rack' }],
  ['VM web 1', { search: 'web 1', kind: 'host' }],
  ['rack', { search: 'rack' }],
  [' restart cache-3 ', { search: 'restart cache-3' }],
])('reads %s', (text, wanted) => expect(readQuery(text, en.shell.palette.kinds)).toEqual(wanted))

it('reads kinds in Russian, and still in English', () => {
  expect(readQuery('стойка A02', ru.shell.palette.kinds)).toEqual({ search: 'A02', kind: 'rack' })
  expect(readQuery('rack A02', ru.shell.palette.kinds)).toEqual({ search: 'A02', kind: 'rack' })
})
