import { z } from 'zod'
import { rule } from '../../shared/rule.ts'
import { roles } from '../shared/roles.ts'
import { type LimitField, limitFields, totalFields } from './fields.ts'

const MOST = 2_147_483_647
/** Stands for null while a limit is checked: the interface describes a plain number, and null is taken besides. */
const OF_ROLE = Number.MIN_SAFE_INTEGER
/** -1: no limit; null: that of the role, of a role none. */
const limit = z
  .preprocess(
    (value) => (value === null ? OF_ROLE : value),
    z.int().refine((value) => value === OF_ROLE || (value >= -1 && value <= MOST), rule`from -1 (no limit) to ${MOST}`),
  )
  .transform((value) => (value === OF_ROLE ? null : value))
const each = <T extends z.ZodType>(fields: readonly LimitField[], type: T) =>
  Object.fromEntries(fields.map((field) => [field, type])) as Record<LimitField, T>

/** Absent fields keep their values. */
export const userLimits = z.strictObject(each(limitFields, limit)).partial()
export type UserLimits = z.infer<typeof userLimits>

const shown = z.int().nullable()
export const limitsView = z.object({
  ...each(limitFields, shown),
  in_force: z
    .object(each(limitFields, shown))
    .optional()
    .describe('Of an account, those of its role included; null: none'),
  used: z
    .record(z.enum(totalFields), z.number())
    .optional()
    .describe('Of an account. Of images and VXLANs there are none yet'),
})
export type LimitsView = z.infer<typeof limitsView>

export const limitsEntry = z.object({
  id: z.int(),
  account: z.object({ id: z.int(), email: z.string() }).nullable(),
  role: z.enum(roles).nullable(),
  ...each(limitFields, shown),
})
