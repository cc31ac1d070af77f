import { defineFields } from '../shared/field.ts'
import { templateArchs, templateTypes } from './kinds.ts'

/** The fields of a template that are its own; its repository decides all of them. */
export const templateFields = defineFields({
  name: { type: 'text', body: 'none' },
  filename: { type: 'text', body: 'none', mono: true },
  type: { type: 'enum', body: 'none', values: templateTypes },
  version: { type: 'text', body: 'none' },
  arch: { type: 'enum', body: 'none', values: templateArchs },
  ram_mib: { type: 'int', body: 'none', unit: 'MiB' },
  disk_mib: { type: 'int', body: 'none', unit: 'MiB' },
})
