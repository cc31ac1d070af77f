import { z } from 'zod'
import { absentIfEmpty, line } from '../shared/fields.ts'
import { roles } from '../shared/roles.ts'
import { email, newPassword } from '../user/schema.ts'

/** A user as the data-centre service shows it, with its servers. */
export const personRecord = z.object({
  id: z.int(),
  email: z.string(),
  roles: z.array(z.enum(roles)),
  full_name: z.string(),
  phone_number: z.string(),
  server_count: z.int(),
  vlans_per_user: z.int().describe('VLANs that the ports of their servers carry'),
  version: z.int(),
})
export type Person = z.infer<typeof personRecord>

/** The roles of the data-centre service. */
export const personRoles = ['@admin', '@user'] as const

const fields = {
  email,
  password: z.string().pipe(newPassword),
  role: z.enum(personRoles),
  full_name: line.optional(),
  phone_number: line.optional(),
}
export const personCreate = z.strictObject(fields)
export const personEdit = z.strictObject({ ...fields, password: absentIfEmpty(fields.password) }).partial()
export type PersonEdit = z.output<typeof personEdit>
