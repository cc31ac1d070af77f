import type { HostCreate } from '../../../domain/host/schema.ts'
import { refused } from '../../../domain/shared/errors.ts'
import { msg } from '../../../shared/text.ts'

/** Fields of the documents whose machinery is not built yet: refused in words rather than ignored. */
const missing: [keyof HostCreate, string][] = [['vxlan', 'VXLANs']]

export function rejectWhatIsMissing(body: Partial<HostCreate>) {
  for (const [field, what] of missing) {
    const value = body[field]
    if (value === undefined || value === null || (Array.isArray(value) && value.length === 0)) continue
    throw refused(msg`${what} are not available yet`, field)
  }
}
