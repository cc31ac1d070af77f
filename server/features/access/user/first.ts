import { randomBytes } from 'node:crypto'
import { hashPassword } from '../../../auth/password.ts'
import { transaction } from '../../../db/transaction.ts'

/**
 * Makes the first administrator when there is none. Without a given password one is made up and answered, to be shown once.
 * Returns null when an administrator exists.
 */
export async function firstAdministrator(given: { email: string; password: string | undefined }) {
  return transaction(async ({ tx, sql }) => {
    await sql('select pg_advisory_xact_lock(7271)::text')
    const known = await tx.account.count({ where: { roles: { has: '@admin' } } })
    if (known > 0) return null
    const password = given.password ?? randomBytes(12).toString('base64url')
    const email = given.email.toLowerCase()
    const password_hash = await hashPassword(password)
    const data = { email, password_hash, roles: ['@admin'] }
    await tx.account.upsert({ where: { email }, create: data, update: data })
    return { email, password: given.password ? null : password }
  })
}
