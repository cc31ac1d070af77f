import type { Duplex } from 'node:stream'
import { msg } from '../../shared/text.ts'
import { printable, RfbError } from './errors.ts'
import { runSteps, type StepLimits, type Steps } from './steps.ts'
import { vncResponse } from './vnc-auth.ts'

export type RfbVersion = '3.3' | '3.7' | '3.8'
export type RfbSecurity = 'none' | 'vnc'
export type RfbClientOutcome = { version: RfbVersion; security: RfbSecurity }

const NONE = 1
const VNC = 2
const MAX_REASON = 4096
const MAX_NAME = 4096
/** Pixels a side: more than any screen has, and as much as a browser draws. */
const MAX_SIDE = 16_384

/** Highest version both sides know. Servers also say 3.5, 3.889, 4.x or 5.x: see RFC 6143, 7.1.1 and its known deviations. */
function pickVersion(greeting: Buffer): RfbVersion {
  const match = /^RFB (\d{3})\.(\d{3})\n$/.exec(greeting.toString('latin1'))
  if (!match) throw new RfbError('protocol', msg`The service on the VNC port does not use RFB`)
  const major = Number(match[1])
  const minor = Number(match[2])
  if (major < 3 || (major === 3 && minor < 3))
    throw new RfbError('protocol', msg`RFB version ${major}.${minor} is too old`)
  if (major > 3 || minor >= 8) return '3.8'
  return minor === 7 ? '3.7' : '3.3'
}

function* readReason(): Steps<string> {
  const length = (yield 4).readUInt32BE(0)
  if (length > MAX_REASON) throw new RfbError('protocol', msg`The VNC server sent an endless reason`)
  return length === 0 ? '' : printable(yield length)
}

const refused = (reason: string) =>
  new RfbError(
    'rejected',
    reason ? msg`The VNC server rejected the connection: ${reason}` : msg`The VNC server rejected the connection`,
  )

/** Security types on offer, most wanted first: the password that was set is used, if there is one. */
function pickSecurity(offered: Buffer, password: string | null): number {
  if (password !== null && offered.includes(VNC)) return VNC
  if (offered.includes(NONE)) return NONE
  if (offered.includes(VNC))
    throw new RfbError('rejected', msg`The VNC server asks for a password, and the panel has none`)
  throw new RfbError('rejected', msg`The VNC server offers no known security type, only ${[...offered].join(', ')}`)
}

/**
 * The client's half of the handshake (RFC 6143, 7.1), up to and including the security result; the next thing to send is
 * ClientInit. Speaks 3.3, 3.7 and 3.8, security None and VNC authentication.
 * @param password at most 8 bytes count; null when the server needs none
 */
export function* clientHandshake(send: (bytes: Buffer) => void, password: string | null): Steps<RfbClientOutcome> {
  const version = pickVersion(yield 12)
  send(Buffer.from(`RFB 003.00${version.slice(2)}\n`, 'latin1'))

  let type: number
  if (version === '3.3') {
    type = (yield 4).readUInt32BE(0)
    if (type === 0) throw refused(yield* readReason())
    if (type > 255) throw new RfbError('protocol', msg`The VNC server decided on unknown security type ${type}`)
    type = pickSecurity(Buffer.from([type]), password)
  } else {
    const count = (yield 1)[0] ?? 0
    if (count === 0) throw refused(yield* readReason())
    type = pickSecurity(yield count, password)
    send(Buffer.from([type]))
  }

  if (type === VNC) send(vncResponse(password ?? '', yield 16))
  if (type === VNC || version === '3.8') {
    const result = (yield 4).readUInt32BE(0)
    if (result !== 0) {
      const reason = version === '3.8' ? yield* readReason() : ''
      if (type !== VNC) throw refused(reason)
      throw new RfbError(
        'rejected',
        reason ? msg`The VNC server rejected the password: ${reason}` : msg`The VNC server rejected the password`,
      )
    }
  }
  return { version, security: type === VNC ? 'vnc' : 'none' }
}

/** Runs {@link clientHandshake} over a stream; leaves every later byte in it. */
export function authenticateToServer(
  stream: Duplex,
  password: string | null,
  limits: Omit<StepLimits, 'peer'>,
): Promise<RfbClientOutcome> {
  const steps = clientHandshake((bytes) => stream.write(bytes), password)
  return runSteps(stream, steps, { ...limits, peer: msg`The VNC server` })
}

/** What follows ClientInit (RFC 6143, 7.3.2), checked for sense and answered as it came. */
export function* serverInit(): Steps<Buffer> {
  const head = Buffer.from(yield 24)
  const [width, height, name] = [head.readUInt16BE(0), head.readUInt16BE(2), head.readUInt32BE(20)]
  if (width > MAX_SIDE || height > MAX_SIDE)
    throw new RfbError('protocol', msg`The VNC server reports a screen of ${width} × ${height} pixels`)
  if (name > MAX_NAME) throw new RfbError('protocol', msg`The VNC server sent an endless name`)
  return name > 0 ? Buffer.concat([head, yield name]) : head
}

/** Waits until the server has sent its screen's parameters; leaves the message, and every later byte, in the stream. */
export async function awaitServerInit(stream: Duplex, limits: Omit<StepLimits, 'peer'>): Promise<void> {
  stream.unshift(await runSteps(stream, serverInit(), { ...limits, peer: msg`The VNC server` }))
}
