import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto'
import { msg } from '../../shared/text.ts'
import { StoreError } from './errors.ts'
import { ROOT_BYTES } from './keys.ts'

const FORMAT = 'datahall backup recovery 1'
/** 128 MiB and about half a second for each guess (RFC 7914). */
const COST = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 << 20 }

const keyOf = (passphrase: string, salt: Buffer): Promise<Buffer> =>
  new Promise((resolve, reject) =>
    scrypt(passphrase.normalize('NFKC'), salt, 32, COST, (fault, key) => (fault ? reject(fault) : resolve(key))),
  )

/** What a recovery file says openly of its location, for people. */
export type RecoveryAbout = { name: string; address: string; path: string; generation: number }

/** The root of a location, sealed by a passphrase, as the text of a file. */
export async function sealRecovery(root: Buffer, passphrase: string, about: RecoveryAbout): Promise<string> {
  const salt = randomBytes(16)
  const nonce = randomBytes(12)
  const head = JSON.stringify(about)
  const cipher = createCipheriv('aes-256-gcm', await keyOf(passphrase, salt), nonce).setAAD(Buffer.from(FORMAT + head))
  const sealed = Buffer.concat([cipher.update(root), cipher.final(), cipher.getAuthTag()])
  const parts = [salt, nonce, sealed].map((part) => part.toString('base64'))
  return `${JSON.stringify({ format: FORMAT, about, sealed: parts }, null, 2)}\n`
}

/** @throws StoreError `damaged` when it is no recovery file, was changed, or the passphrase is another */
export async function openRecovery(text: string, passphrase: string): Promise<{ root: Buffer; about: RecoveryAbout }> {
  const wrong = (cause?: unknown) =>
    new StoreError('damaged', msg`The recovery file does not open: it is another file, or the passphrase is wrong`, {
      cause,
    })
  let file: { format?: unknown; about?: RecoveryAbout; sealed?: unknown }
  try {
    file = JSON.parse(text) as typeof file
  } catch (cause) {
    throw wrong(cause)
  }
  const { format, about, sealed } = file ?? {}
  if (format !== FORMAT || !about || !Array.isArray(sealed) || sealed.length !== 3) throw wrong()
  const [salt, nonce, body] = sealed.map((part) => Buffer.from(String(part), 'base64'))
  if (salt?.length !== 16 || nonce?.length !== 12 || body?.length !== ROOT_BYTES + 16) throw wrong()
  if (!Number.isInteger(about.generation) || about.generation < 1 || about.generation > 1000) throw wrong()
  try {
    const decipher = createDecipheriv('aes-256-gcm', await keyOf(passphrase, salt), nonce)
    decipher.setAAD(Buffer.from(FORMAT + JSON.stringify(about))).setAuthTag(body.subarray(ROOT_BYTES))
    return { root: Buffer.concat([decipher.update(body.subarray(0, ROOT_BYTES)), decipher.final()]), about }
  } catch (cause) {
    throw wrong(cause)
  }
}
