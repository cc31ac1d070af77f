import { z } from 'zod'
import { rule } from '../../shared/rule.ts'
import { createShape, editShape, recordShape } from '../shared/field-schema.ts'
import { absentIfEmpty, moment } from '../shared/fields.ts'
import { roles } from '../shared/roles.ts'
import { userFields } from './fields.ts'
import { userStates } from './kinds.ts'

const PASSWORD_LENGTH = { least: 8, most: 1024 }

/** Account as the access service shows it. */
export const userRecord = z.object({
  id: z.int(),
  email: z.string(),
  roles: z.array(z.enum(roles)),
  state: z.enum(userStates),
  ...recordShape(userFields),
  lang: z.string(),
  is_2fa_enabled: z.boolean(),
  auth_source: z.string(),
  created_at: moment,
  last_sign_in_at: moment.nullable(),
  /** Names of the access lists the user is a member of. */
  access_lists: z.array(z.object({ id: z.string(), name: z.string() })),
  version: z.int(),
})
export type UserRecord = z.infer<typeof userRecord>

/** E-mail addresses are compared without case. */
export const plainEmail = (text: string) => text.trim().toLowerCase()

export const email = z
  .email()
  .refine((text) => text.length <= 254, rule`At most 254 characters`)
  .transform(plainEmail)
/** Its length limit has a message of its own, since the documents have no limit. */
export const newPassword = z
  .string()
  .min(1)
  .refine(
    (text) => text.length >= PASSWORD_LENGTH.least && text.length <= PASSWORD_LENGTH.most,
    rule`A password has ${PASSWORD_LENGTH.least} to ${PASSWORD_LENGTH.most} characters`,
  )
export const userCreate = z.strictObject({
  email,
  password: newPassword,
  role: z.enum(roles),
  ...createShape(userFields),
})
export type UserCreate = z.output<typeof userCreate>

export const someRoles = z.array(z.enum(roles)).refine((list) => list.length > 0, rule`At least one role`)

export const userEdit = z.strictObject({
  email: email.optional(),
  password: absentIfEmpty(newPassword),
  roles: someRoles.optional(),
  ...editShape(userFields),
})
export type UserEdit = z.output<typeof userEdit>

/** Answer of one-time keys. */
export const keyAnswer = z.object({ key: z.string() })
