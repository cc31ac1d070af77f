import { randomBytes } from 'node:crypto'
import type { Work } from '../db/transaction.ts'
import { tokenHash } from './sessions.ts'

const MINUTES = 10
/** Live keys per account; older ones make room. */
const MOST = 100

type Bytes = Uint8Array<ArrayBuffer>

export type NewKey = {
  accountId: number
  /** Issued by the owner, who had given the second factor: it is not asked for again. */
  confirmed: boolean
  issuerId: number
  grantUntil: Date | null
}

/** Makes a one-time key that signs its owner in. */
export async function makeKey(work: Work, { accountId, confirmed, issuerId, grantUntil }: NewKey): Promise<string> {
  const key = randomBytes(32).toString('base64url')
  await work.tx.sign_in_key.create({
    data: {
      key_hash: tokenHash(key) as Bytes,
      account_id: accountId,
      confirmed,
      issuer_id: issuerId,
      grant_until: grantUntil,
      expires_at: new Date(Date.now() + MINUTES * 60_000),
    },
  })
  await work.sql(
    `delete from sign_in_key where key_hash in
       (select key_hash from sign_in_key where account_id = $1::int order by expires_at desc offset $2::int) returning account_id`,
    [accountId, MOST],
  )
  return key
}

export type TakenKey = {
  account_id: number
  confirmed: boolean
  totp_enabled: boolean
  issuer_id: number | null
  grant_until: Date | null
}

/** Uses a key up; null when it is unknown, used, over, or its owner may not sign in. One of many parallel uses wins. */
export async function takeKey(work: Work, key: string): Promise<TakenKey | null> {
  if (key.length > 200) return null
  const [taken] = await work.sql<TakenKey>(
    `delete from sign_in_key k using account a where k.key_hash = $1 and k.expires_at > now()
       and (k.grant_until is null or k.grant_until > now()) and a.id = k.account_id
       and a.state = 'active' returning k.account_id, k.confirmed, a.totp_enabled, k.issuer_id, k.grant_until`,
    [tokenHash(key)],
  )
  return taken ?? null
}
