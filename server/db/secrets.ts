import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import path from 'node:path'
import { kept } from '../shared/kept.ts'
import { writeNew } from './write-new.ts'

/** Where a secret lives; sealing binds it there, so that a copied or swapped value does not open. */
export type SecretPlace = { table: string; id: number | string; column: string }

const CIPHER = 'aes-256-gcm'
/** `sealed:2:<id of the master key>:<sealed data key>:<sealed text>`; the first version did not name its key. */
const VERSION = 'sealed:2'
const FIRST_VERSION = 'sealed:1'

/**
 * The master key; beside it, while all secrets are being brought to a new one, the one before. Keys for other purposes are
 * derived from `root`, which stays the same then: what they made cannot be made again.
 */
type Keys = { current: Buffer; former: Buffer | null; root: Buffer }
const place = kept<Keys>('masterKeys')

const take = (key: Buffer) => {
  place.value = { current: key, former: null, root: key }
}

/** Takes the master key from the environment or from `<data>/master.key`, which is made on first start (mode 0600). */
export function openMasterKey(dataDirectory: string, fromEnvironment?: string) {
  if (fromEnvironment) {
    take(Buffer.from(fromEnvironment, 'hex'))
    return
  }
  const file = path.join(dataDirectory, 'master.key')
  if (!existsSync(file)) {
    mkdirSync(dataDirectory, { recursive: true })
    writeNew(file, `${randomBytes(32).toString('hex')}\n`)
  }
  const text = readFileSync(file, 'utf8').trim()
  if (!/^[0-9a-f]{64}$/i.test(text)) throw new Error(`${file} does not hold 64 hexadecimal digits`)
  take(Buffer.from(text, 'hex'))
}

/** Writes a new master key beside the data, for the next start; `name` is `master.key` unless the key comes from elsewhere. */
export function writeMasterKey(dataDirectory: string, key: string, name = 'master.key') {
  const file = path.join(/* turbopackIgnore: true */ dataDirectory, name)
  const handle = openSync(`${file}.tmp`, 'w', 0o600)
  try {
    writeSync(handle, `${key}\n`)
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
  renameSync(`${file}.tmp`, file)
}

const ids = new WeakMap<Buffer, string>()

/** Names a master key without telling it. */
export function keyId(key: Buffer): string {
  const known = ids.get(key) ?? createHmac('sha256', key).update('datahall master key').digest('hex').slice(0, 12)
  ids.set(key, known)
  return known
}

export const currentKeyId = () => keyId(keys().current)

/** Whether an id is that of a master key which is good at this moment. */
export function isKnownKey(id: string): boolean {
  const { current, former } = keys()
  return [current, former].some((key) => key !== null && keyId(key) === id)
}

/** From here on secrets are sealed under another master key; the one before still opens what it sealed. */
export function turnMasterKey(next: Buffer) {
  const { current, root } = keys()
  if (!current.equals(next)) place.value = { current: next, former: current, root }
}

/** The master key before the current one opens nothing any more. */
export function forgetFormerKey() {
  place.value = { ...keys(), former: null }
}

/** From here on nothing is sealed or opened. */
export function closeMasterKey() {
  place.value = undefined
}

export const derivationRoot = (): Buffer => keys().root
export function setDerivationRoot(root: Buffer) {
  place.value = { ...keys(), root }
}

/** Seals a secret with a data key of its own (AES-256-GCM), itself sealed by the master key. */
export const seal = (secret: string, where: SecretPlace): string => sealBytes(Buffer.from(secret, 'utf8'), where)

/** The same of bytes. All of them are sealed at once, so what is large is given in parts of some hundred KiB. */
export function sealBytes(secret: Uint8Array, where: SecretPlace): string {
  const dataKey = randomBytes(32)
  return sealedText(dataKey, encrypt(dataKey, secret, where), where)
}

const sealedText = (dataKey: Buffer, body: string, where: SecretPlace) =>
  [VERSION, currentKeyId(), encrypt(keys().current, dataKey, where), body].join(':')

/** Opens a sealed secret; throws when the key is another one, the value was changed, or it was sealed for another place. */
export const unseal = (sealed: string, where: SecretPlace): string => unsealBytes(sealed, where).toString('utf8')

export function unsealBytes(sealed: string, where: SecretPlace): Buffer {
  const { dataKey, body } = openDataKey(sealed, where)
  return decrypt(dataKey, body, where)
}

/** The same secret under the current master key: only its data key is sealed anew. Null when it is so already. */
export function reseal(sealed: string, where: SecretPlace): string | null {
  if (sealed.startsWith(`${VERSION}:${currentKeyId()}:`)) return null
  const { dataKey, body } = openDataKey(sealed, where)
  return sealedText(dataKey, body, where)
}

function openDataKey(sealed: string, where: SecretPlace): { dataKey: Buffer; body: string } {
  const { current, former } = keys()
  const known = former ? [current, former] : [current]
  const parts = sealed.split(':')
  const version = parts.slice(0, 2).join(':')
  const [wrapped, body] = parts.slice(version === VERSION ? 3 : 2)
  if (![VERSION, FIRST_VERSION].includes(version) || !wrapped || !body) throw new Error('Not a sealed value')
  if (version === VERSION) {
    const key = known.find((one) => keyId(one) === parts[2])
    if (!key) throw new Error('Sealed under another master key')
    return { dataKey: decrypt(key, wrapped, where), body }
  }
  for (const key of known) {
    try {
      return { dataKey: decrypt(key, wrapped, where), body }
    } catch (fault) {
      if (key === known.at(-1)) throw fault
    }
  }
  throw new Error('No master key is open')
}

const derive = (from: Buffer, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', from, Buffer.alloc(0), `datahall ${purpose}`, 32))

/** A key of 32 bytes for one purpose, derived from the first master key (HKDF, RFC 5869): the same after a restart and after a rotation. */
export const derivedKey = (purpose: string): Buffer => derive(keys().root, purpose)

/**
 * The same from the master keys that are good at this moment, for what is made again within hours: the first is to be used, both are
 * to be believed. Who has a master key of before a rotation can forge nothing of this (ADR 31).
 */
export function liveKeys(purpose: string): readonly [Buffer, ...Buffer[]] {
  const { current, former } = keys()
  return former ? [derive(current, purpose), derive(former, purpose)] : [derive(current, purpose)]
}

/**
 * A keyed fingerprint (HMAC-SHA-256): equal texts can be recognised, but who has only the database cannot find out a short
 * code, a password or an address by trying them all.
 */
export const fingerprint = (purpose: string, text: string): Buffer =>
  createHmac('sha256', derivedKey(purpose)).update(text).digest()

function keys(): Keys {
  if (!place.value) throw new Error('The master key is not open')
  return place.value
}

const context = (where: SecretPlace) => Buffer.from(`${where.table}\0${where.id}\0${where.column}`, 'utf8')

function encrypt(key: Buffer, plain: Uint8Array, where: SecretPlace): string {
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
