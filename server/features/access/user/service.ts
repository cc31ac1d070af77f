import { db } from '../../../db/pool.ts'
import { notFound } from '../../../domain/shared/errors.ts'
import type { Role } from '../../../domain/shared/roles.ts'
import type { UserRecord } from '../../../domain/user/schema.ts'

/** One account as the access service shows it. */
export async function readUser(id: number): Promise<UserRecord> {
  const found = await db().prisma.account.findUnique({ where: { id } })
  if (!found) throw notFound('User', id)
  return {
    id: found.id,
    email: found.email,
    roles: found.roles as Role[],
    state: found.state,
    full_name: found.full_name,
    phone_number: found.phone_number,
    lang: found.lang,
    is_2fa_enabled: found.totp_enabled,
  }
}
