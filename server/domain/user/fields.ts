import { defineFields } from '../shared/field.ts'
import { langs } from './kinds.ts'

/** What a user fills in about their own account. */
export const userFields = defineFields({
  full_name: { type: 'text', format: 'line', nullable: true },
  phone_number: { type: 'text', format: 'line', nullable: true },
  lang: { type: 'enum', values: langs },
})
