import { z } from 'zod'
import { issueOf, rule } from '../../shared/rule.ts'
import { msg } from '../../shared/text.ts'
import { line } from '../shared/fields.ts'
import { checkPublicKey } from './openssh.ts'

export const sshKeyCreate = z.strictObject({
  name: z
    .string()
    .min(1)
    .pipe(line)
    .refine((text) => text.length > 0, rule`A key needs a name`),
  ssh_pub_key: z
    .string()
    .min(1)
    .transform((text, ctx) => {
      const verdict = checkPublicKey(text)
      if (verdict.ok) return verdict.key
      ctx.issues.push({ ...issueOf(msg`This public key cannot be used: ${verdict.reason}`), input: text })
      return z.NEVER
    }),
})
export type SshKeyCreate = z.output<typeof sshKeyCreate>

export const sshKeyRecord = z.object({
  id: z.int(),
  name: z.string(),
  ssh_pub_key: z.string(),
  /** As `ssh-keygen -l` shows it. */
  fingerprint: z.string(),
  created_at: z.iso.datetime(),
})
