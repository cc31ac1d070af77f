import { defineFields } from '../shared/field.ts'
import { scriptTypes } from './kinds.ts'

/** The plain fields of a script for guests; its text, parameters and filters are written beside them. */
export const recipeFields = defineFields({
  name: { type: 'text', format: 'filled', atMost: 255, required: true },
  description: { type: 'text', max: 150, lines: 2 },
  type: { type: 'enum', values: scriptTypes, describe: 'PowerShell runs in Windows guests only' },
  for_all: { type: 'bool', describe: 'Every account may run it; only administrators set it' },
  user_visible: { type: 'bool', describe: 'Whether accounts other than administrators see a script that is for all' },
})
