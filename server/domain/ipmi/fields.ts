import { defineFields } from '../shared/field.ts'
import { ipmiTypes } from './kinds.ts'

const port = { type: 'int', min: 1, max: 65_535, nullable: true, adminOnly: true } as const

/** The fields of a management controller that are its own: neither its password nor what it measures. */
export const ipmiFields = defineFields({
  type: { type: 'enum', values: ipmiTypes },
  ip: { type: 'text', format: 'ipv4', required: true, mono: true, adminOnly: true },
  port: { ...port, clearable: true, describe: 'null: the usual one of its kind' },
  web_port: { ...port, body: 'none' },
  username: { type: 'text', format: 'name', min: 1, required: true, adminOnly: true },
  mac: { type: 'text', format: 'mac', mono: true, adminOnly: true, describe: 'Empty: not known' },
  identity: { type: 'text', nullable: true, body: 'none', mono: true, filter: false, adminOnly: true },
  vendor: { type: 'text', body: 'none' },
  model: { type: 'text', body: 'none' },
})
