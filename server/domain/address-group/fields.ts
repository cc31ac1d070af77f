import { defineFields } from '../shared/field.ts'

/** The fields of a group of addresses that are its own, but its members, which are a list. */
export const addressGroupFields = defineFields({
  name: { type: 'text', format: 'named', min: 1, max: 100, required: true },
  note: { type: 'text', max: 2000, lines: 2 },
  for_all: {
    type: 'bool',
    body: 'create',
    form: false,
    describe: 'Rules of all accounts may name it; only administrators make such groups',
  },
})
