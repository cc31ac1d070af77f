import type { Context } from '../api/context.ts'
import { db } from '../db/pool.ts'
import { fingerprint } from '../db/secrets.ts'
import type { Work } from '../db/transaction.ts'
import { forbidden } from '../domain/shared/errors.ts'
import { plainEmail } from '../domain/user/schema.ts'
import { msg } from '../shared/text.ts'
import { allowedSql, mayComeFrom } from './access-lists.ts'
import { limitedAttempt, tooMany } from './attempt.ts'
import { KNOWN_NETWORK_DAYS, networkOf, subjectsOf } from './back-off.ts'
import { knownDevice } from './device.ts'
import { hashPassword, isOutdated, passwordMatches } from './password.ts'
import { matchingCode } from './second-factor.ts'
import { giveBackUnknownTry, takeUnknownTry } from './spraying.ts'

/** Networks remembered per account. */
const MOST_NETWORKS = 50

export type Verified = { id: number; email: string; totp_enabled: boolean }

type Row = Verified & { password_hash: string | null; state: string; known: boolean; allowed: string[] | null }

/** Where a try comes from. */
type Whence = Pick<Context, 'ip' | 'devices'>

/** Whether the owner of account `a` has signed in from network `$2` before. */
const KNOWN = `exists (select from known_network k where k.account_id = a.id and k.network = $2
      and k.seen_at > now() - make_interval(days => ${KNOWN_NETWORK_DAYS}))`

/** One statement for all accounts, so that an unknown address takes as long. */
const FIND = `select a.id, a.email, a.totp_enabled, a.password_hash, a.state, ${allowedSql('a.id')} as allowed,
    ${KNOWN} as known
  from account a where lower(a.email) = $1`

/**
 * Finds the account that an e-mail address and a password belong to. Unknown address, wrong password, suspended account and a
 * forbidden address answer alike, in the same time, and count alike for the back-off.
 */
export async function verifyPassword(given: { email: string; password: string; from: Whence }): Promise<Verified> {
  const email = plainEmail(given.email)
  const { ip, devices } = given.from
  const { rows } = await db().pool.query<Row>({
    name: 'sign-in',
    text: FIND,
    values: [email, networkOf(ip)],
  })
  const account = rows[0]
  const device = account ? knownDevice(account, devices) : null
  const known = device !== null || (account?.known ?? false)
  return limitedAttempt({
    subjects: subjectsOf('password', email, ip, device),
    known,
    same: fingerprint('attempt', JSON.stringify(['password', email, ip, device, given.password])).toString('base64'),
    async check() {
      const right = await passwordMatches(account?.password_hash, given.password, {
        urgent: known,
        admit: async () => {
          if (!known && !(await takeUnknownTry())) throw tooMany(60)
        },
      })
      if (!account || !right || account.state !== 'active' || !mayComeFrom(account.allowed, ip)) return null
      if (!known) await giveBackUnknownTry()
      if (account.password_hash && isOutdated(account.password_hash))
        await renewHash(account.id, account.password_hash, given.password)
      return { id: account.id, email: account.email, totp_enabled: account.totp_enabled }
    },
    error: () => forbidden(msg`The e-mail address or the password is wrong`),
  })
}

async function renewHash(id: number, before: string, password: string) {
  const password_hash = await hashPassword(password)
  await db().prisma.account.updateMany({ where: { id, password_hash: before }, data: { password_hash } })
}

/** Checks and uses up a code of the account's authenticator, or one of its recovery codes. Throws when it is wrong. */
export async function verifyCode(given: { account_id: number; code: string; from: Whence }): Promise<void> {
  const { account_id, code, from } = given
  const { rows } = await db().pool.query<{ id: number; password_hash: string | null; known: boolean }>({
    name: 'code-from',
    text: `select a.id, a.password_hash, ${KNOWN} as known from account a where a.id = $1`,
    values: [account_id, networkOf(from.ip)],
  })
  const account = rows[0]
  const device = account ? knownDevice(account, from.devices) : null
  await limitedAttempt({
    subjects: subjectsOf('code', String(account_id), from.ip, device),
    known: device !== null || (account?.known ?? false),
    same: null,
    check: async () => ((await matchingCode(account_id, code)) ? true : null),
    error: () => forbidden(msg`The code is wrong or was already used`, 'code'),
  })
}

/**
 * Remembers that the owner has fully signed in from here: others cannot lock the owner out of this network any more.
 */
export async function rememberNetwork(work: Work, accountId: number, ip: string): Promise<void> {
  await work.sql(
    `insert into known_network (account_id, network) values ($1::int, $2)
       on conflict (account_id, network) do update set seen_at = now() returning network`,
    [accountId, networkOf(ip)],
  )
  await work.sql(
    `delete from known_network where account_id = $1::int and network in
       (select network from known_network where account_id = $1::int order by seen_at desc offset $2::int) returning network`,
    [accountId, MOST_NETWORKS],
  )
}
