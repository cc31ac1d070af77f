import { randomBytes, timingSafeEqual } from 'node:crypto'
import { msg } from '../../shared/text.ts'
import { RfbError } from './errors.ts'
import type { Steps } from './steps.ts'
import { vncResponse } from './vnc-auth.ts'

/** Content of ClientInit: whether the client shares the screen, or disconnects the others. */
export type RfbServerOutcome = { shared: boolean }

/**
 *
 * The server's half of the handshake (RFC 6143, 7.1), up to and including ClientInit; the next thing to send is
 * ServerInit.
 * @param password null offers security None: the client has been authenticated before
 */
export function* serverHandshake(send: (bytes: Buffer) => void, password: string | null): Steps<RfbServerOutcome> {
  send(Buffer.from('RFB 003.008\n', 'latin1'))
  const match = /^RFB 003\.(\d{3})\n$/.exec((yield 12).toString('latin1'))
  if (!match) throw new RfbError('protocol', msg`The client does not speak RFB 3`)
  const minor = Number(match[1])
  if (minor < 3 || minor > 8)
    throw new RfbError('protocol', msg`The client chose RFB 3.${minor}, which was not offered`)
  const old = minor < 7 // "3.5 is 3.3 misreported" (RFC 6143, 7.1.1); the server decides on the security type there

  const type = password === null ? 1 : 2
  if (old) {
    send(Buffer.from([0, 0, 0, type]))
  } else {
    send(Buffer.from([1, type]))
    const chosen = (yield 1)[0]
    if (chosen !== type)
      throw new RfbError('protocol', msg`The client chose security type ${chosen ?? ''}, which was not offered`)
  }

  if (password !== null) {
    const challenge = randomBytes(16)
    send(challenge)
    if (!timingSafeEqual(yield 16, vncResponse(password, challenge))) {
      send(Buffer.from([0, 0, 0, 1]))
      if (minor === 8) {
        const reason = Buffer.from('Authentication failed', 'latin1')
        send(Buffer.concat([Buffer.from([0, 0, 0, reason.length]), reason]))
      }
      throw new RfbError('rejected', msg`The client gave a wrong password`)
    }
  }
  if (password !== null || minor === 8) send(Buffer.alloc(4))
  return { shared: ((yield 1)[0] ?? 0) !== 0 }
}
