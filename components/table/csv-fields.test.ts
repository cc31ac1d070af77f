import { expect, it } from 'vitest'
import { csvFields } from './csv-fields.ts'

const columns = [
  { id: 'name', meta: { sort: 'name', always: true } },
  { id: 'owner', meta: { sort: 'account.email' } },
  { id: 'load', meta: { csv: 'cpu_percent' } },
  { id: 'mark', meta: {} },
  { id: 'mac', meta: { sort: 'mac', extra: true } },
]

it('leaves all fields in without a choice', () =>
  expect(csvFields(columns, { hidden: null, order: [] })).toBeUndefined())
it('has the fields of the chosen columns in their order', () => {
  expect(csvFields(columns, { hidden: ['owner'], order: ['mac', 'name'] })).toBe('mac,name,cpu_percent')
  expect(csvFields(columns, { hidden: null, order: ['owner', 'name'] })).toBe('account.email,cpu_percent,name')
})
it('keeps the column that cannot be hidden', () =>
  expect(csvFields(columns, { hidden: columns.map(({ id }) => id), order: [] })).toBe('name'))
