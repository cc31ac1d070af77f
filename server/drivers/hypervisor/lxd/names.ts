import { createHash } from 'node:crypto'
import { invalidInput } from '../../../domain/shared/errors.ts'
import { msg } from '../../../shared/text.ts'

const PLAIN = /^[a-zA-Z](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?$/
const HASHED = /^x-[0-9a-f]{32}$/

/** Where an instance keeps what the panel calls it, and the identifier the panel gave it. */
export const nameKey = 'user.datahall.name'
export const uuidKey = 'user.datahall.uuid'

/**
 * What LXD calls a domain: its own name where LXD takes that (a host name), else one made of a digest.
 *
 * @throws PanelError invalid_input for an empty name or one with control characters
 */
export function instanceName(domain: string): string {
  if (domain === '' || domain.length > 255 || /\p{Cc}/u.test(domain))
    throw invalidInput(msg`A VM's name on a node must be one line`)
  if (PLAIN.test(domain) && !HASHED.test(domain)) return domain
  return `x-${createHash('sha256').update(domain).digest('hex').slice(0, 32)}`
}
