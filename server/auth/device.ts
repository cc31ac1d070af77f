import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { liveKeys } from '../db/secrets.ts'
import type { Work } from '../db/transaction.ts'
import { panelSettings } from '../process/settings.ts'
import { readAllCookies } from './authenticate.ts'

/** How long a browser is remembered after its last sign-in. */
const DAYS = 90
/** Cookies of one name that are looked at: others than ours may have been set by other pages of the host. */
const MOST_SHOWN = 4
/** `nonce.until.signature`; the nonce names the browser. */
const FORM = /^([\w-]{16})\.(\d{13})\.([\w-]{43})$/

const nameStart = () => `${panelSettings().secure ? '__Host-Http-' : ''}datahall-device-`

export const isDeviceCookie = (text: string): boolean => text.startsWith(nameStart())

/** What a browser shows of accounts that it has signed in to, by account; not looked at yet. */
export type ShownDevices = ReadonlyMap<number, readonly string[]>

/** Reads them from a Cookie header. */
export function shownDevices(header: string | undefined): ShownDevices {
  const start = nameStart()
  const shown = new Map<number, readonly string[]>()
  for (const [name, values] of readAllCookies(header))
    if (name.startsWith(start)) shown.set(Number(name.slice(start.length)), values.slice(0, MOST_SHOWN))
  return shown
}

type Owner = { id: number; password_hash: string | null }

/**
 * Identifies a browser with which the owner of the account has fully signed in before: others who have the account or
 * all unknown networks blocked do not lock it out. Signed together with the hash of the password, so that another
 * password ends it.
 */
export function knownDevice({ id, password_hash }: Owner, shown: ShownDevices | undefined): string | null {
  if (password_hash === null) return null
  for (const text of shown?.get(id) ?? []) {
    const [, nonce = '', until = '', signature = ''] = FORM.exec(text) ?? []
    const given = Buffer.from(signature, 'base64url')
    const isSigned = (key: Buffer) => {
      const due = sign(key, id, nonce, until, password_hash)
      return given.length === due.length && timingSafeEqual(given, due)
    }
    if (Number(until) > Date.now() && liveKeys('known device').some(isSigned)) return nonce
  }
  return null
}

const sign = (key: Buffer, id: number, nonce: string, until: string, password_hash: string) =>
  createHmac('sha256', key).update([id, nonce, until, password_hash].join('\0')).digest()

/** Set-Cookie texts that make a browser one of the account's; none for an account without a password. */
export async function deviceCookies(tx: Pick<Work['tx'], 'account'>, account_id: number): Promise<string[]> {
  const account = await tx.account.findUnique({ where: { id: account_id }, select: { password_hash: true } })
  if (!account?.password_hash) return []
  const nonce = randomBytes(12).toString('base64url')
  const until = String(Date.now() + DAYS * 24 * 3_600_000)
  const [key] = liveKeys('known device')
  const signature = sign(key, account_id, nonce, until, account.password_hash).toString('base64url')
  const attributes = `Path=/; Max-Age=${DAYS * 24 * 3600}; HttpOnly; SameSite=Lax${panelSettings().secure ? '; Secure' : ''}`
  return [`${nameStart()}${account_id}=${nonce}.${until}.${signature}; ${attributes}`]
}
