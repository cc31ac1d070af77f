import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** Where a secret lives; sealing binds it there, so that a copied or swapped value does not open. */
export type SecretPlace = { table: string; id: number | string; column: string }

const CIPHER = 'aes-256-gcm'
const VERSION = 'sealed:1'

const place = globalThis as typeof globalThis & { datahallMasterKey?: Buffer }

/** Takes the master key from the environment or from `<data>/master.key`, which is made on first start (mode 0600). */
export function openMasterKey(dataDirectory: string, fromEnvironment?: string) {
  if (fromEnvironment) {
    place.datahallMasterKey = Buffer.from(fromEnvironment, 'hex')
    return
  }
  const file = path.join(dataDirectory, 'master.key')
  if (!existsSync(file)) {
    mkdirSync(dataDirectory, { recursive: true })
    writeFileSync(file, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flag: 'wx' })
  }
  const text = readFileSync(file, 'utf8').trim()
  if (!/^[0-9a-f]{64}$/i.test(text)) throw new Error(`${file} does not hold 64 hexadecimal digits`)
  place.datahallMasterKey = Buffer.from(text, 'hex')
}

/** Seals a secret with a data key of its own (AES-256-GCM), itself sealed by the master key. */
export function seal(secret: string, where: SecretPlace): string {
  const dataKey = randomBytes(32)
  return [VERSION, encrypt(masterKey(), dataKey, where), encrypt(dataKey, Buffer.from(secret, 'utf8'), where)].join(':')
}

/** Opens a sealed secret; throws when the key is another one, the value was changed, or it was sealed for another place. */
export function unseal(sealed: string, where: SecretPlace): string {
  const [kind, version, wrapped, body] = sealed.split(':')
  if (`${kind}:${version}` !== VERSION || !wrapped || !body) throw new Error('Not a sealed value')
  const dataKey = decrypt(masterKey(), wrapped, where)
  return decrypt(dataKey, body, where).toString('utf8')
}

/** A key of 32 bytes for one purpose, derived from the master key (HKDF, RFC 5869): the same after a restart. */
export const derivedKey = (purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', masterKey(), Buffer.alloc(0), `datahall ${purpose}`, 32))

/**
 * A keyed fingerprint (HMAC-SHA-256): equal texts can be recognised, but who has only the database cannot find out a short
 * code, a password or an address by trying them all.
 */
export const fingerprint = (purpose: string, text: string): Buffer =>
  createHmac('sha256', derivedKey(purpose)).update(text).digest()

function masterKey(): Buffer {
  if (!place.datahallMasterKey) throw new Error('The master key is not open yet')
  return place.datahallMasterKey
}

const context = (where: SecretPlace) => Buffer.from(`${where.table}\0${where.id}\0${where.column}`, 'utf8')

function encrypt(key: Buffer, plain: Buffer, where: SecretPlace): string {
  const iv = randomBytes(12)
  const cipher = createCipheriv(CIPHER, key, iv).setAAD(context(where))
  const text = Buffer.concat([cipher.update(plain), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64url')
}

function decrypt(key: Buffer, text: string, where: SecretPlace): Buffer {
  const all = Buffer.from(text, 'base64url')
  const decipher = createDecipheriv(CIPHER, key, all.subarray(0, 12))
    .setAAD(context(where))
    .setAuthTag(all.subarray(12, 28))
  return Buffer.concat([decipher.update(all.subarray(28)), decipher.final()])
}
