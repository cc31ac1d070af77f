import { constants, createPrivateKey, generateKeyPair, privateDecrypt } from 'node:crypto'
import type { Duplex } from 'node:stream'
import { promisify } from 'node:util'
import { RfbError } from '../../../protocols/rfb/errors.ts'
import { runSteps, type Steps } from '../../../protocols/rfb/steps.ts'
import {
  AUTH_SELECTION,
  AUTH_SPICE,
  clientLink,
  HEADER_BYTES,
  KEY_BYTES,
  TICKET_BYTES,
} from '../../../protocols/spice/link.ts'
import { msg } from '../../../shared/text.ts'

const HANDSHAKE_MS = 10_000
const PERMISSION_DENIED = 7
const makeKeys = promisify(generateKeyPair)

/** What a server answers to a link: its key, and that ways to sign in can be chosen. */
function answer(key: Buffer): Buffer {
  const body = Buffer.alloc(4 + KEY_BYTES + 12 + 4)
  key.copy(body, 4)
  const at = 4 + KEY_BYTES
  body.writeUInt32LE(1, at)
  body.writeUInt32LE(at + 12, at + 8)
  body.writeUInt32LE(AUTH_SELECTION | (1 << AUTH_SPICE), at + 12)
  const header = Buffer.alloc(HEADER_BYTES)
  header.write('REDQ', 'latin1')
  header.writeUInt32LE(2, 4)
  header.writeUInt32LE(2, 8)
  header.writeUInt32LE(body.length, 12)
  return Buffer.concat([header, body])
}

function* linking(stream: Duplex, password: string, keys: { publicKey: Buffer; privateKey: string }): Steps<boolean> {
  yield* clientLink()
  stream.write(answer(keys.publicKey))
  yield 4
  const sealed = yield TICKET_BYTES
  const options = { padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha1' }
  try {
    const given = privateDecrypt({ key: createPrivateKey(keys.privateKey), ...options }, sealed)
    return given.toString('latin1') === `${password}\0`
  } catch {
    return false
  }
}

/**
 * The beginning of a SPICE server: takes the link of a channel and judges the password. A channel that is let in stays open and shows
 * nothing; what it sends comes back to it.
 */
export async function serveSpice(stream: Duplex, password: string): Promise<void> {
  stream.on('error', () => {}) // a client may vanish at any point
  const keys = await makeKeys('rsa', {
    modulusLength: 1024,
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  try {
    const peer = msg`The SPICE program`
    const right = await runSteps(stream, linking(stream, password, keys), { timeoutMs: HANDSHAKE_MS, peer })
    const verdict = Buffer.alloc(4)
    verdict.writeUInt32LE(right ? 0 : PERMISSION_DENIED)
    stream.write(verdict)
    if (right) stream.pipe(stream)
    else stream.end()
  } catch (error) {
    stream.destroy()
    if (!(error instanceof RfbError)) throw error
  }
}
