import { z } from 'zod'

export const signIn = z.strictObject({ email: z.string(), password: z.string() })
export const secondFactor = z.strictObject({ code: z.string().regex(/^[0-9]{6,8}$/) })

/** Answer of everything that makes a token. */
export const tokenAnswer = z.object({
  id: z.string(),
  token: z.string(),
  confirmed: z.boolean(),
  expires_at: z.string().nullable(),
})
export type TokenAnswer = z.infer<typeof tokenAnswer>
