import { constants, createPublicKey, publicEncrypt } from 'node:crypto'
import type { Duplex } from 'node:stream'
import { msg } from '../../shared/text.ts'
import { RfbError } from '../rfb/errors.ts'
import { runSteps, type Steps } from '../rfb/steps.ts'

// The link that begins every connection of SPICE (spice-space.org, "SPICE protocol": link messages). Numbers are little-endian.

const MAGIC = 'REDQ'
const MAJOR = 2
/** Magic, major and minor version, size of what follows. */
export const HEADER_BYTES = 16
/** A link message is 18 bytes and a few capabilities of 4. */
const MOST_BYTES = 1024
/** Length of the server's public key (RSA with 1024 bits) in its answer. */
export const KEY_BYTES = 162
/** Length of an encrypted password. */
export const TICKET_BYTES = 128
/** Bits of the common capabilities, and the way to sign in that both have to know. */
export const AUTH_SELECTION = 1 << 0
export const AUTH_SPICE = 1
/** The channel that comes first and ends with the session. */
export const MAIN_CHANNEL = 1
export const LINK_OK = 0

const malformed = () => new RfbError('protocol', msg`This is no link of SPICE 2`)

/** A link message as it came, and what it says. */
export type ClientLink = { bytes: Buffer; channel_type: number; connection_id: number }
export type ServerLink = { bytes: Buffer; error: number; key: Buffer }

function* message(least: number): Steps<{ bytes: Buffer; body: Buffer }> {
  const header = Buffer.from(yield HEADER_BYTES)
  const size = header.readUInt32LE(12)
  if (header.toString('latin1', 0, 4) !== MAGIC || header.readUInt32LE(4) !== MAJOR) throw malformed()
  if (size < least || size > MOST_BYTES) throw malformed()
  const body = Buffer.from(yield size)
  return { bytes: Buffer.concat([header, body]), body }
}

/** The first word of the common capabilities; `at` is where their number stands. */
function capabilities(body: Buffer, at: number): number {
  const common = body.readUInt32LE(at)
  const offset = body.readUInt32LE(at + 8)
  if (common === 0 || offset > body.length - 4) throw malformed()
  return body.readUInt32LE(offset)
}

const requireSelection = (bits: number) => {
  if ((bits & AUTH_SELECTION) === 0) throw new RfbError('protocol', msg`This version of SPICE is too old`)
}

/** What a program begins a connection with. @throws RfbError for anything else */
export function* clientLink(): Steps<ClientLink> {
  const { bytes, body } = yield* message(18)
  requireSelection(capabilities(body, 6))
  return { bytes, connection_id: body.readUInt32LE(0), channel_type: body.readUInt8(4) }
}

/** What a server answers to it. @throws RfbError for anything else */
export function* serverLink(): Steps<ServerLink> {
  const { bytes, body } = yield* message(4 + KEY_BYTES + 12)
  const error = body.readUInt32LE(0)
  if (error === LINK_OK) requireSelection(capabilities(body, 4 + KEY_BYTES))
  return { bytes, error, key: body.subarray(4, 4 + KEY_BYTES) }
}

/** A password as servers take it: encrypted to the key of their answer. @throws RfbError for what is no such key */
export function sealedPassword(key: Buffer, password: string): Buffer {
  try {
    return publicEncrypt(
      {
        key: createPublicKey({ key, format: 'der', type: 'spki' }),
        padding: constants.RSA_PKCS1_OAEP_PADDING,
        oaepHash: 'sha1',
      },
      Buffer.from(`${password}\0`, 'latin1'),
    )
  } catch {
    throw malformed()
  }
}

/** What a program signs in with: how, and a password, which is not looked at. */
export function* clientTicket(): Steps<void> {
  if ((yield 4).readUInt32LE(0) !== AUTH_SPICE) throw new RfbError('rejected', msg`SPICE signs in with passwords only`)
  yield TICKET_BYTES
}

export type LinkOptions = {
  /** Known to the server only. */
  password: string
  /** Looks at what the program asks for, before the server hears of it; throws to end it. */
  admit: (link: ClientLink) => void
  timeoutMs: number
  signal: AbortSignal
}

/**
 * Brings a program and a server together, and signs the program in: it needs no password, and what it sends for one goes nowhere.
 * Afterwards both streams carry the channel as it is; the server's verdict is the first that the program reads.
 * @throws RfbError; both streams stay open
 */
export async function joinLink(program: Duplex, server: Duplex, options: LinkOptions): Promise<ClientLink> {
  const { timeoutMs, signal } = options
  const ofProgram = { timeoutMs, signal, peer: msg`The SPICE program` }
  const asked = await runSteps(program, clientLink(), ofProgram)
  options.admit(asked)
  server.write(asked.bytes)
  const answer = await runSteps(server, serverLink(), { timeoutMs, signal, peer: msg`The SPICE server` })
  program.write(answer.bytes)
  if (answer.error !== LINK_OK)
    throw new RfbError('rejected', msg`The SPICE server rejected the connection (error ${answer.error})`)
  await runSteps(program, clientTicket(), ofProgram)
  const way = Buffer.alloc(4)
  way.writeUInt32LE(AUTH_SPICE)
  server.write(Buffer.concat([way, sealedPassword(answer.key, options.password)]))
  return asked
}
