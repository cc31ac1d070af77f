import { randomInt } from 'node:crypto'
import { msg } from '../../shared/text.ts'
import { atLeast, u32 } from './bytes.ts'
import { Md5Channel } from './channel15.ts'
import { askOutside } from './discovery.ts'
import { completionError, hasCode, IpmiError } from './errors.ts'
import type { Credentials, Established, Privilege } from './handshake.ts'
import type { Link, Patience } from './link.ts'
import { decodeMessage, encodeRequest, netFn } from './message.ts'
import { authType, payloadType } from './packet.ts'

/**
 * Opens a session of IPMI 1.5 with MD5 (IPMI 2.0, 22.16, 22.17): Get Session Challenge, Activate Session. Only signed, not
 * encrypted.
 * @throws IpmiError user, password, privilege, busy, protocol_error, timeout
 */
export async function establish15(
  link: Link,
  credentials: Credentials,
  privilege: Privilege,
  signal: AbortSignal,
  patience?: Patience,
): Promise<Established> {
  const name = Buffer.alloc(16)
  Buffer.from(credentials.username, 'utf8').copy(name)
  const data = Buffer.concat([Buffer.from([authType.md5]), name])
  const request = { netFn: netFn.app, command: 0x39, data }
  const challenge = await askOutside(link, request, signal, { patience }).catch((error: unknown) => {
    if (hasCode(error, 0x81, 0x82))
      throw new IpmiError('user', msg`The controller does not know this user`, { code: error.code })
    throw error
  })
  atLeast(challenge, 20, msg`Session challenge`)

  const channel = new Md5Channel(credentials.password, challenge.readUInt32LE(0), 0)
  const first = randomInt(1, 0x7fff_ffff)
  const activate = Buffer.concat([Buffer.from([authType.md5, privilege]), challenge.subarray(4, 20), u32(first)])
  const message = encodeRequest({ netFn: netFn.app, command: 0x3a, data: activate }, 1)
  const answer = await link
    .ask(
      () => channel.seal(payloadType.ipmi, message),
      (packet) => {
        const opened = channel.open(packet)
        const found = opened && decodeMessage(opened.payload)
        return found?.command === 0x3a && found.netFn === (netFn.app | 1) && found.data.length > 0 ? found.data : null
      },
      signal,
      patience,
    )
    .catch((error: unknown) => {
      // A wrong password is met with silence: the challenge before it was answered.
      if (error instanceof IpmiError && error.kind === 'timeout')
        throw new IpmiError('password', msg`The controller does not accept this password`, { cause: error })
      throw error
    })
  reject(answer[0]!)
  atLeast(answer, 11, msg`Activation of the session`)
  if ((answer[1]! & 0x0f) !== authType.md5) throw new IpmiError('cipher', msg`The controller does not sign packets`)
  const controllerId = answer.readUInt32LE(2)
  channel.activated(controllerId, answer.readUInt32LE(6) || 1)
  return { channel, controllerId, guid: null }
}

function reject(code: number): void {
  if (code === 0) return
  if (code === 0x81 || code === 0x82 || code === 0x83)
    throw new IpmiError('busy', msg`The controller has no free session`, { code })
  if (code === 0x86) throw new IpmiError('privilege', msg`The user may not have this privilege`, { code })
  throw completionError(code)
}
