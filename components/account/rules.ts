import { z } from 'zod'
import { formShape } from '../../server/domain/shared/field-schema.ts'
import { userFields } from '../../server/domain/user/fields.ts'

export const nameRules = z.object(formShape(userFields, 'edit')).pick({ full_name: true })

export const passwordRules = (least: number, words: { oldMissing: string; tooShort: string; differs: string }) =>
  z
    .object({
      old_password: z.string().min(1, words.oldMissing),
      password: z.string().min(least, words.tooShort).max(1024),
      again: z.string(),
      keep_tokens: z.boolean(),
    })
    .refine(({ password, again }) => password === again, { path: ['again'], message: words.differs })

/** A code of the second factor (6 digits) or, where it serves as well, of recovery (8). */
export const codeRules = (missing: string, recovery: boolean) =>
  z.object({
    code: z
      .string()
      .trim()
      .regex(recovery ? /^(\d{6}|\d{8})$/ : /^\d{6}$/, missing),
  })
