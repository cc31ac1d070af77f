import { createHash, randomBytes } from 'node:crypto'
import { msg } from '../../shared/text.ts'
import type { Steps } from '../rfb/steps.ts'
import { RedirectionError } from './errors.ts'
import { message } from './messages.ts'

export type RedirectionUser = {
  username: string
  password: string
  /** Whether a password may be sent as it is, to firmware that knows no digest: only inside TLS. */
  plain: boolean
}

const uri = '/RedirectionService'
const method = { query: 0, plain: 1, digest: 4 } as const
const maxAuth = 1_024
// Real ones are 40 characters; each is preceded by a length byte.
const field = (text: string | Buffer): Buffer => {
  const bytes = Buffer.from(text as string)
  if (bytes.length > 255)
    throw new RedirectionError('refused', msg`User name or password are too long for this controller`)
  return Buffer.concat([Buffer.from([bytes.length]), bytes])
}

function authenticate(kind: number, ...fields: Buffer[]): Buffer {
  const data = Buffer.concat(fields)
  const head = Buffer.alloc(9)
  head[0] = message.authenticate
  head[4] = kind
  head.writeUInt32LE(data.length, 5)
  return Buffer.concat([head, data])
}

function* reply(): Steps<{ status: number; kind: number; data: Buffer }> {
  const head = Buffer.from(yield 9)
  const length = head.readUInt32LE(5)
  if (head[0] !== message.authenticateReply || length > maxAuth)
    throw new RedirectionError('protocol_error', msg`The controller sent an unexpected answer to the sign-in`)
  return { status: head[1] ?? 255, kind: head[4] ?? 0, data: length > 0 ? Buffer.from(yield length) : Buffer.alloc(0) }
}

/** Reads texts that are preceded by their lengths. */
function texts(data: Buffer, count: number): Buffer[] {
  const found: Buffer[] = []
  for (let at = 0; found.length < count; ) {
    const length = data[at] ?? 0
    if (at + 1 + length > data.length)
      throw new RedirectionError('protocol_error', msg`The challenge of the controller is incomplete`)
    found.push(data.subarray(at + 1, at + 1 + length))
    at += 1 + length
  }
  return found
}

const md5 = (...parts: (string | Buffer)[]) => {
  const hash = createHash('md5')
  parts.forEach((part, index) => {
    hash.update(index === 0 ? '' : ':').update(part)
  })
  return hash.digest('hex')
}

/** The response to a digest challenge of this protocol: RFC 2617 with POST and a path that never changes. */
export function digestResponse(
  user: { username: string; password: string },
  challenge: { realm: Buffer | string; nonce: Buffer | string; qop: Buffer | string },
  count: string,
  cnonce: string,
): string {
  const { realm, nonce, qop } = challenge
  return md5(md5(user.username, realm, user.password), nonce, count, cnonce, qop, md5('POST', uri))
}

/** Opens a redirection session of a kind and signs in (AMT SDK, "Redirection protocol"). @throws RedirectionError */
export function* signIn(kind: 'SOL ' | 'KVMR', user: RedirectionUser, send: (data: Buffer) => void): Steps<void> {
  const { username, password } = user
  send(Buffer.concat([Buffer.from([message.startSession, kind === 'KVMR' ? 1 : 0, 0, 0]), Buffer.from(kind)]))
  const start = Buffer.from(yield 4)
  if (start[0] !== message.startSessionReply)
    throw new RedirectionError('protocol_error', msg`This port does not use the redirection protocol`)
  if (start[1] === 2) throw new RedirectionError('busy', msg`Another session is connected`)
  if (start[1] !== 0)
    throw new RedirectionError('refused', msg`The controller does not support this, or it is turned off there`)
  const oem = (yield 9)[8] ?? 0
  if (oem > 0) yield oem

  send(authenticate(method.query))
  const offered = (yield* reply()).data
  if (offered.includes(method.digest)) {
    send(authenticate(method.digest, field(username), field(''), field(''), field(uri), Buffer.alloc(4)))
    const challenge = yield* reply()
    // Status 1 here means: go on.
    if (challenge.kind !== method.digest || challenge.status !== 1)
      throw new RedirectionError('protocol_error', msg`The controller sent no challenge`)
    const [realm = '', nonce = '', qop = ''] = texts(challenge.data, 3)
    const cnonce = randomBytes(16).toString('hex')
    const count = '00000001'
    const response = digestResponse(user, { realm, nonce, qop }, count, cnonce)
    send(authenticate(method.digest, ...[username, realm, nonce, uri, cnonce, count, response, qop].map(field)))
  } else if (offered.includes(method.plain) && user.plain) {
    send(authenticate(method.plain, field(username), field(password)))
  } else {
    throw new RedirectionError(
      'refused',
      msg`The controller requires an unencrypted password or an unsupported sign-in method`,
    )
  }
  if ((yield* reply()).status !== 0) throw new RedirectionError('auth', msg`User name or password rejected`)
}
