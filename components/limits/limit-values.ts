import { z } from 'zod'
import type { LimitsView, UserLimits } from '../../server/domain/user-limit/schema.ts'
import { type EditedLimit, editedLimits } from './kinds.ts'

/** Where a limit comes from: that of the role (of a role: none), none, or a number of its own. */
export const limitModes = ['inherited', 'free', 'limited'] as const
export type LimitMode = (typeof limitModes)[number]
const UNLIMITED = -1
const MOST = 2_147_483_647

type Modes = { [F in EditedLimit as `${F}_mode`]: LimitMode }
type Numbers = { [F in EditedLimit]: number | null }
export type LimitValues = Modes & Numbers

const each = <T>(of: (field: EditedLimit) => Record<string, T>) => Object.assign({}, ...editedLimits.map(of))

/** @param missing label of a limit without a number */
export const limitsSchema = (missing: string): z.ZodType<LimitValues, LimitValues> =>
  z
    .object({
      ...(each((field) => ({ [`${field}_mode`]: z.enum(limitModes) })) as Record<keyof Modes, z.ZodType<LimitMode>>),
      ...(each((field) => ({ [field]: z.int().min(0).max(MOST).nullable() })) as Record<
        keyof Numbers,
        z.ZodType<number | null>
      >),
    })
    .check((check) => {
      const values = check.value as LimitValues
      for (const field of editedLimits)
        if (values[`${field}_mode`] === 'limited' && values[field] === null)
          check.issues.push({ code: 'custom', message: missing, path: [field], input: null })
    }) as never

/** The limits of an account or a role as a form shows them. */
export const valuesOf = (own: LimitsView): LimitValues =>
  each((field) => {
    const value = own[field]
    const mode = value === null ? 'inherited' : value === UNLIMITED ? 'free' : 'limited'
    return { [`${field}_mode`]: mode, [field]: mode === 'limited' ? value : null } as Record<string, unknown>
  })

/** What to send of them. */
export const limitsOf = (values: LimitValues): UserLimits =>
  each((field) => {
    const mode = values[`${field}_mode`]
    return { [field]: mode === 'inherited' ? null : mode === 'free' ? UNLIMITED : values[field] }
  })
