import { z } from 'zod'
import { checkPublicKey } from '../ssh-key/openssh.ts'

/** A line of an authorized_keys inside a guest, as far as the panel shows it. */
export const guestKeyRecord = z.object({
  /** As `ssh-keygen -l` shows it; null for a line that is no plain key, as with options. Those stay as they are. */
  fingerprint: z.string().nullable(),
  type: z.string().nullable(),
  comment: z.string(),
  key: z.int().nullable().describe('Id of the same key among those of the owner'),
})
export type GuestKey = z.infer<typeof guestKeyRecord>

export const guestKeys = z.object({
  user: z.string().describe('The user of the guest whose keys these are'),
  list: z.array(guestKeyRecord),
})

const MOST = 100
const fingerprint = z.string().regex(/^SHA256:[A-Za-z0-9+/]{43}$/)

export const addGuestKeys = z.strictObject({
  ssh_keys: z.array(z.int()).min(1).max(MOST).describe('Ids of keys of the owner'),
})
export const removeGuestKeys = z.strictObject({ fingerprints: z.array(fingerprint).min(1).max(MOST) })

/** Type and content of a plain key; null for any other line. */
export function plainKey(line: string): { type: string; blob: string; comment: string } | null {
  const verdict = checkPublicKey(line)
  if (!verdict.ok) return null
  const [type = '', blob = '', ...comment] = verdict.key.split(' ')
  return { type, blob, comment: comment.join(' ') }
}
