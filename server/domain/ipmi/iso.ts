import { z } from 'zod'
import { rule } from '../../shared/rule.ts'

const MAX_URL = 2000

/** An image that a controller fetches by itself. Names and passwords in addresses end up in logs of others. */
export const isoUrl = z
  .url({ protocol: /^https?$/, error: rule`must be an http or https address` })
  .refine((url) => url.length <= MAX_URL, rule`at most ${MAX_URL} characters`)
  .refine((url) => !URL.canParse(url) || new URL(url).username === '', rule`must not contain a user name`)

export const isoMount = z.strictObject({ url: isoUrl })
