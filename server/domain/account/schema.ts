import { z } from 'zod'
import { rule } from '../../shared/rule.ts'
import { absentIfEmpty, line } from '../shared/fields.ts'
import { isRole, roles } from '../shared/roles.ts'
import { langs, userStates } from '../user/kinds.ts'
import { email, newPassword, plainEmail, someRoles } from '../user/schema.ts'

/** A user as the VM service shows it, with the resources it owns. */
export const accountRecord = z.object({
  id: z.int(),
  email: z.string(),
  state: z.enum(userStates),
  auth_source: z.string(),
  roles: z.array(z.enum(roles)),
  full_name: z.string().nullable(),
  lang: z.string(),
  host_count: z.int(),
  cpu_count: z.int(),
  ram_mib: z.int(),
  /** Total disk size of the VMs. */
  hdd_mib: z.int(),
  host_ids: z.array(z.int()),
  version: z.int(),
})

export const accountCreate = z.strictObject({
  email,
  password: z.string().pipe(newPassword),
  role: z.string().refine(isRole, rule`One of @admin, @user, @advanced_user`),
  full_name: line.optional(),
  phone_number: line.optional(),
  email_confirm: z
    .boolean()
    .refine((given) => given, rule`Only true: the panel sends no e-mail to confirm an address`)
    .default(true)
    .describe('The address counts as confirmed; the panel sends no mail'),
  lang: z.enum(langs).default('en'),
})
export type AccountCreate = z.output<typeof accountCreate>

const wantedRoles = z
  .array(z.string())
  .refine((list) => list.every(isRole), rule`Each one of @admin, @user, @advanced_user`)
  .pipe(someRoles)

export const accountEdit = z.strictObject({
  roles: wantedRoles.optional(),
  full_name: line.optional(),
  lang: z.enum(langs).optional(),
  old_password: z.string().optional(),
  password: absentIfEmpty(z.string().pipe(newPassword)),
  keep_tokens: z
    .boolean()
    .optional()
    .describe('With the own new password: long-lived tokens stay valid. By default they end'),
})
export type AccountEdit = z.output<typeof accountEdit>

/** Accounts that one request brings in line. */
const MOST = 1000
/** Numbers that a request may give; there is room behind them for others. */
const MOST_ID = 1_000_000_000

// Bounds are refinements, since the documented body states none.
const syncItem = z.looseObject({
  id: z
    .int()
    .refine((id) => id >= 1 && id <= MOST_ID, rule`from 1 to ${MOST_ID}`)
    .optional(),
  email: absentIfEmpty(z.string().pipe(email)).transform((text) => text && plainEmail(text)),
  roles: wantedRoles.optional(),
  state: absentIfEmpty(z.string().pipe(z.enum(userStates))),
  auth_source: z.string().optional(),
})
export type AccountSyncItem = z.output<typeof syncItem>

export const accountSync = z.strictObject({
  list: z
    .array(syncItem)
    .refine((list) => list.length <= MOST, rule`at most ${MOST} accounts at once`)
    .default([]),
  delete: z
    .array(z.int())
    .refine((list) => list.length <= MOST, rule`at most ${MOST} accounts at once`)
    .default([])
    .describe('Ids; accounts that do not exist are deleted already'),
})
export type AccountSync = z.output<typeof accountSync>

export const accountSynced = z.object({
  id: z.int().describe('Of the caller'),
  created: z.array(z.int()),
  updated: z.array(z.int()).describe('Those that were different'),
  deleted: z.array(z.object({ id: z.int() })),
})
