import { z } from 'zod'
import { rule } from '../../shared/rule.ts'

/** An id in a path: text that becomes a positive 32-bit integer. */
export const pathId = z
  .union([
    z.number(),
    z
      .string()
      .regex(/^[1-9][0-9]{0,9}$/, rule`a whole number above 0`)
      .transform(Number),
  ])
  .pipe(z.int().min(1).max(2_147_483_647))
  .meta({ type: 'integer' })
/** An id in a body. */
export const bodyId = z.int().min(1).max(2_147_483_647)
/** The same where the documented body states no bounds: none appear in the document. */
export const linkId = z.int().refine((id) => id >= 1 && id <= 2_147_483_647, rule`does not exist`)
/** A bound that the documented bodies do not state, so it is none of the document. */
export const atMost = (length: number) => (text: z.ZodString) =>
  text.refine((value) => value.length <= length, rule`at most ${length} characters`)
/** A folder of every node: absolute and plain, since disks and images are made below it. */
export const nodeFolder = z
  .string()
  .refine((text) => text.startsWith('/') && text.length <= 255, rule`an absolute path of at most 255 characters`)
  .refine(
    (text) => !/(^|\/)\.{1,2}(\/|$)|[\p{Cc}\p{Cs}]/u.test(text),
    rule`a path without . and .. and control characters`,
  )
/** A text of a body that may be empty: clients send "" for no value. */
export function orEmpty<T extends z.ZodType<string, string>>(text: T) {
  const { $schema: _, ...shape } = z.toJSONSchema(text, { io: 'input' })
  return z
    .string()
    .check((payload) => {
      if (payload.value === '') return
      const { issues } = text._zod.run({ value: payload.value, issues: [] }, { async: false }) as z.core.ParsePayload
      payload.issues.push(...issues)
    })
    .meta(shape as z.core.JSONSchemaMeta)
}
/** The same where there is nothing that "" could clear: it counts as absent. */
export const absentIfEmpty = <T extends z.ZodType<string, string>>(text: T) =>
  orEmpty(text)
    .transform((value) => (value === '' ? undefined : value))
    .optional()
/** A name, a number: one line, "" when there is none. */
export const line = z
  .string()
  .trim()
  .refine((text) => text.length <= 255, rule`At most 255 characters`)
  .refine((text) => !/\p{Cc}/u.test(text), rule`One line, without control characters`)
/** An address of either family, one message for both. */
export const ipAddress = z.union([z.ipv4(), z.ipv6()], 'an IPv4 or IPv6 address')
/** What an operation without content answers. */
export const empty = z.object({})
export const idAnswer = z.object({ id: z.int() })
/** The task only when work was queued. */
export const idMaybeTask = z.object({ id: z.int(), task: z.int().optional() })
export const idAndTask = z.object({ id: z.int(), task: z.int() })
export const deletedAnswer = z.object({ id: z.int(), deleted: z.array(z.object({ id: z.int() })) })

/** A moment as answers carry it: ISO 8601 in UTC. */
export const moment = z.iso.datetime()

/** Yes or no in an address. */
export const queryFlag = z
  .enum(['true', 'false', '1', '0'])
  .transform((text) => text === 'true' || text === '1')
  .pipe(z.boolean())

/** Query of every list; the grammar is described once, in the API document. */
export const listQuery = z.object({
  where: z.string().optional(),
  orderby: z.string().optional(),
  // Read by the list, which reports the position of the error.
  limit: z.string().optional().meta({ pattern: '^[0-9]+(,[0-9]+)?$' }).describe('COUNT or OFFSET,COUNT'),
  search: z.string().max(200).optional().describe('Substring search over the telling fields of the list'),
})

/** `{last_notify, list, size}` around the rows of a list. */
export const listOf = <T extends z.ZodType>(row: T) =>
  z.object({ last_notify: z.int(), list: z.array(row), size: z.int() })
