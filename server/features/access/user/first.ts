import { randomInt } from 'node:crypto'
import { hashPassword } from '../../../auth/password.ts'
import { alone } from '../../../db/advisory.ts'
import { transaction } from '../../../db/transaction.ts'

/** `password` is the made-up one, to be shown once; null when it was given. */
export type NewAdministrator = { email: string; password: string | null }

/** To be read off a terminal and typed: no signs that look alike, none that a double click leaves out. 93 bits. */
const SIGNS = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const madeUp = () => Array.from({ length: 16 }, () => SIGNS[randomInt(SIGNS.length)]).join('')

/**
 * Creates the first administrator when there is none. Without a given password one is generated and returned; a process
 * that cannot show it (`shown` is false) leaves that to another one. Returns null when it created none.
 */
export async function firstAdministrator(
  given: { email: string; password: string | undefined },
  { shown }: { shown: boolean },
): Promise<NewAdministrator | null> {
  return transaction(async (work) => {
    await alone(work, 'first_administrator')
    const { tx } = work
    const known = await tx.account.count({ where: { roles: { has: '@admin' } } })
    if (known > 0 || (given.password === undefined && !shown)) return null
    const password = given.password ?? madeUp()
    const email = given.email.toLowerCase()
    const password_hash = await hashPassword(password)
    const data = { email, password_hash, roles: ['@admin'] }
    await tx.account.upsert({ where: { email }, create: data, update: data })
    return { email, password: given.password ? null : password }
  })
}
