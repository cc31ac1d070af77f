import { z } from 'zod'
import { rule } from '../../shared/rule.ts'
import { line, moment } from '../shared/fields.ts'

/** Only the letters; what they mean is checked by the service, which knows addresses. */
const item = z.string().regex(/^[0-9A-Fa-f.:]+(-[0-9A-Fa-f.:]+|\/[0-9]{1,3})?$/, rule`an address, first-last, or CIDR`)

const name = line.refine((text) => text.length > 0, rule`A list needs a name`)
const ipList = z
  .array(item)
  .refine(
    (list) => list.length > 0,
    rule`A list needs at least one address: without one none of its members could sign in`,
  )
  .refine((list) => list.length <= 1000, rule`At most 1000 items`)
const members = z
  .array(z.string())
  .refine((list) => list.length <= 10_000, rule`At most 10000 members`)
  .describe('User ids, each as a string')

export const accessListCreate = z.strictObject({ name, ip_list: ipList, members })
export type AccessListCreate = z.output<typeof accessListCreate>
export const accessListEdit = z.strictObject({
  name: name.optional(),
  ip_list: ipList.optional(),
  members: members.optional(),
})
export type AccessListEdit = z.output<typeof accessListEdit>

export const accessListRecord = z.object({
  id: z.string(),
  name: z.string(),
  ip_list: z.array(z.string()),
  /** E-mail addresses of the members. */
  users: z.array(z.string()),
  /** Ids of the members. */
  members: z.array(z.string()),
  created_at: moment,
  version: z.int(),
})
export type AccessListRecord = z.infer<typeof accessListRecord>

export const accessListId = z.object({ id: z.string() })
