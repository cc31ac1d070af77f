import { z } from 'zod'
import { role } from '../shared/roles.ts'

/** Account as the access service shows it. */
export const userRecord = z.object({
  id: z.int(),
  email: z.string(),
  roles: z.array(role),
  state: z.string(),
  full_name: z.string().nullable(),
  phone_number: z.string().nullable(),
  lang: z.string(),
  is_2fa_enabled: z.boolean(),
})
export type UserRecord = z.infer<typeof userRecord>
