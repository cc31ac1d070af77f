import { randomInt } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { db } from '../db/pool.ts'
import { fingerprint, seal, unseal } from '../db/secrets.ts'

const PERIOD_SECONDS = 30
const RECOVERY_CODES = 10

const secretPlace = (accountId: number) => ({ table: 'account', id: accountId, column: 'totp_secret' })

const authenticator = (base32: string, label = '') =>
  new TOTP({ issuer: 'Datahall', label, secret: Secret.fromBase32(base32), period: PERIOD_SECONDS, digits: 6 })

/** A new secret for an authenticator app: as text, as the address in its QR code, and sealed for the database. */
export function newSecret(accountId: number, email: string) {
  const secret = new Secret({ size: 20 }).base32
  return { secret, url: authenticator(secret, email).toString(), sealed: seal(secret, secretPlace(accountId)) }
}

/** Recovery codes: eight digits, so that they fit where the six of the authenticator go. Shown once; only fingerprints are kept. */
export function newRecoveryCodes(accountId: number) {
  const codes = new Set<string>()
  while (codes.size < RECOVERY_CODES) codes.add(String(randomInt(100_000_000)).padStart(8, '0'))
  return { codes: [...codes], kept: [...codes].map((code) => recoveryPrint(accountId, code)) }
}

const recoveryPrint = (accountId: number, code: string) =>
  fingerprint('recovery codes', `${accountId}\0${code}`).toString('base64url')

/**
 * True when a code is right for the account, and uses it up: a code of the authenticator (RFC 6238, one step early or
 * late) is good once, a recovery code too. With `enabled` false it checks the authenticator that is being set up.
 */
export async function matchingCode(accountId: number, code: string, enabled = true): Promise<boolean> {
  const { pool } = db()
  if (enabled && code.length === 8) {
    const used = await pool.query(
      `update account set totp_recovery = array_remove(totp_recovery, $2)
         where id = $1 and totp_enabled and $2 = any(totp_recovery)`,
      [accountId, recoveryPrint(accountId, code)],
    )
    return used.rowCount === 1
  }
  const { rows } = await pool.query<{ totp_secret: string | null }>(
    'select totp_secret from account where id = $1 and totp_enabled = $2',
    [accountId, enabled],
  )
  const sealed = rows[0]?.totp_secret
  if (!sealed) return false
  const now = Date.now()
  const delta = authenticator(unseal(sealed, secretPlace(accountId))).validate({
    token: code,
    timestamp: now,
    window: 1,
  })
  if (delta === null) return false
  const step = Math.floor(now / 1000 / PERIOD_SECONDS) + delta
  const taken = await pool.query(
    `update account set totp_last_step = $2 where id = $1 and totp_secret = $3 and totp_enabled = $4
       and (totp_last_step is null or totp_last_step < $2)`,
    [accountId, step, sealed, enabled],
  )
  return taken.rowCount === 1
}
