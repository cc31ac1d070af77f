import { z } from 'zod'
import { rule } from '../../shared/rule.ts'
import { moment } from '../shared/fields.ts'
import { readDate } from './date.ts'

export const signIn = z.strictObject({ email: z.string(), password: z.string() })
export const keySignIn = z.strictObject({ key: z.string().min(1) })

/** Answer of every operation that makes a token; `id` identifies it for revocation. */
export const tokenAnswer = z.object({
  id: z.string(),
  token: z.string(),
  confirmed: z.boolean(),
  expires_at: z.string().nullable(),
})
export type TokenAnswer = z.infer<typeof tokenAnswer>

/** The same for the older addresses of signing in. */
export const legacyTokenAnswer = tokenAnswer.extend({ session: z.string() })

export const tokenCreate = z.strictObject({
  expires_at: z
    .string()
    .refine((text) => text === '' || readDate(text) !== null, rule`YYYY-MM-DD HH:MM:SS, in UTC`)
    .optional()
    .describe('YYYY-MM-DD HH:MM:SS, in UTC; never when absent. Not later than the end of a token that makes the call'),
  description: z
    .string()
    .refine((text) => text.length <= 300, rule`At most 300 characters`)
    .optional(),
  password: z.string().max(1024).optional().describe('Needed with a session of the panel, unless a code is given'),
  code: z.string().max(64).optional().describe('Code of the second factor, in place of the password'),
})
export type TokenCreate = z.output<typeof tokenCreate>

export const tokenInfo = z.object({
  id: z.string(),
  /** `session`: signed in with a browser; `rest`: with the API; `token`: long-lived. */
  kind: z.enum(['session', 'rest', 'token']),
  description: z.string(),
  confirmed: z.boolean(),
  expires_at: z.string().nullable(),
  created_at: moment,
  seen_at: moment,
  /** Address it was issued to, and the one it was used from last. */
  ip: z.string(),
  last_ip: z.string(),
  user_agent: z.string(),
  /** Account that issued it; null when it is no more. */
  issuer: z.object({ id: z.int(), email: z.string() }).nullable(),
  /** What it was issued with: a password, a one-time key, or a session of that kind. */
  issued_with: z.enum(['password', 'key', 'session', 'rest', 'token']),
})

export const sessionRecord = z.object({
  id: z.string(),
  user: z.int(),
  kind: z.enum(['session', 'rest', 'token']),
  expires_at: z.string().nullable(),
  ip: z.string(),
  created_at: moment,
})
export type SessionRecord = z.infer<typeof sessionRecord>
