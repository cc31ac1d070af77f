import { z } from 'zod'
import { rule } from '../../shared/rule.ts'
import { isVariableName } from '../recipe/names.ts'
import { linkId } from '../shared/fields.ts'

export const variableScopes = ['global', 'local'] as const

const name = z
  .string()
  .refine(isVariableName, rule`a name of letters, digits and underscores that the shell has no use for itself`)

const value = z
  .string()
  .max(500)
  .refine((text) => !text.includes('\0'), rule`a text without null characters`)

const others = {
  comment: z.string().max(200).optional(),
  hidden: z
    .boolean()
    .optional()
    .describe('The value is stored encrypted, covered in the output of scripts, and never shown again'),
  enabled: z.boolean().optional(),
  builtin: z
    .boolean()
    .refine((flag) => !flag, rule`only the panel has built-in variables`)
    .optional(),
  account: linkId.optional().describe('Owner of a local variable; the caller when absent'),
  id: linkId.optional().describe('Has to be that of the path, or absent; a new variable is given one'),
  scope: z
    .enum(variableScopes)
    .optional()
    .describe('A global variable reaches the scripts of all accounts; only administrators have it. Default local'),
}

export const variableCreate = z.strictObject({ name, value, ...others })
export type VariableCreate = z.output<typeof variableCreate>
export const variableEdit = z.strictObject({ name, value: value.optional(), ...others })
export type VariableEdit = z.output<typeof variableEdit>

export const variableRecord = z.object({
  id: z.int(),
  name: z.string(),
  value: z.string().describe('Empty where it is hidden'),
  comment: z.string().nullable(),
  hidden: z.boolean(),
  enabled: z.boolean(),
  builtin: z.boolean(),
  account: z.int().nullable(),
  account_email: z.string().nullable(),
  scope: z.enum(variableScopes),
  version: z.int(),
})
export type ScriptVariable = z.infer<typeof variableRecord>
