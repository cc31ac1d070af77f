import { z } from 'zod'
import { absentIfEmpty } from '../shared/fields.ts'

/** Six digits of the authenticator, or eight of a recovery code. */
const code = z.string().regex(/^[0-9]{6,8}$/)

export const secondFactor = z.strictObject({ code })
export const secondFactorSetup = z.strictObject({ code: absentIfEmpty(code) })

/** Before confirmation the secret; after it the recovery codes, shown this once. */
export const secondFactorAnswer = z.object({
  secret: z.string().optional(),
  url: z.string().optional(),
  recovery_codes: z.array(z.string()).optional(),
})
