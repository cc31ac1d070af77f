import type { Duplex } from 'node:stream'
import { authenticateToServer } from '../../../protocols/rfb/client-handshake.ts'
import { clientMessageLength, INCOMPLETE } from '../../../protocols/rfb/client-messages.ts'
import { runSteps, type Steps } from '../../../protocols/rfb/steps.ts'
import { msg } from '../../../shared/text.ts'

/** The firmware's name for it, by which viewers know what they must not ask for. */
const name = Buffer.from('Intel(r) AMT KVM')
const rgb565 = Buffer.from([16, 16, 0, 1, 0, 31, 0, 63, 0, 31, 11, 5, 0, 0, 0, 0])
const handshakeMs = 10_000
/** Raw, and the pseudo-encoding that tells a new size. */
const known = new Set([0, -223])

/**
 * The screen as Intel's firmware gives it, from an RFB server that can do more: RFB 4.0 without a password, 16 bits a pixel until the viewer
 * asks for 8, never 32, and few encodings. A viewer that asks for more is hung up on, as the firmware does.
 * @param inner an RFB server without a password
 */
export async function serveAmtScreen(viewer: Duplex, inner: Duplex): Promise<void> {
  const end = () => {
    viewer.destroy()
    inner.destroy()
  }
  for (const side of [viewer, inner]) side.on('error', end).once('close', end)
  try {
    await runSteps(viewer, greet(viewer), { timeoutMs: handshakeMs, peer: msg`The viewer` })
    await authenticateToServer(inner, null, { timeoutMs: handshakeMs })
    inner.write(Buffer.from([1]))
    const size = await runSteps(inner, serverInit(), { timeoutMs: handshakeMs, peer: msg`The machine` })
    const length = Buffer.alloc(4)
    length.writeUInt32BE(name.length)
    viewer.write(Buffer.concat([size, rgb565, length, name]))
    inner.write(Buffer.concat([Buffer.alloc(4), rgb565]))
  } catch {
    return end()
  }
  let held: Buffer = Buffer.alloc(0)
  viewer.on('data', (data: Buffer) => {
    try {
      held = Buffer.concat([held, data])
      for (let size = wholeMessage(held); size > 0; size = wholeMessage(held)) {
        const passed = passing(held.subarray(0, size))
        if (passed) inner.write(passed)
        held = held.subarray(size)
      }
    } catch {
      end()
    }
  })
  inner.pipe(viewer)
  viewer.resume()
}

function* greet(viewer: Duplex): Steps<void> {
  viewer.write('RFB 004.000\n')
  const version = (yield 12).toString('latin1')
  if (!/^RFB 00(3\.00[78]|4\.000)\n$/.test(version)) throw new Error(`No viewer: ${version}`)
  viewer.write(Buffer.from([1, 1]))
  if ((yield 1)[0] !== 1) throw new Error('A security type that was not offered')
  viewer.write(Buffer.alloc(4))
  yield 1
}

/** @returns width and height as they came */
function* serverInit(): Steps<Buffer> {
  const head = Buffer.from(yield 24)
  const length = head.readUInt32BE(20)
  if (length > 0) yield length
  return head.subarray(0, 4)
}

function wholeMessage(held: Buffer): number {
  const length = held.length === 0 ? INCOMPLETE : clientMessageLength(held, 0)
  return length <= held.length ? length : INCOMPLETE
}

/** The part of a viewer's message that reaches the server. */
function passing(message: Buffer): Buffer | null {
  switch (message[0]) {
    case 0:
      if (message[4] !== 8 && message[4] !== 16) throw new Error('Too many colours')
      return Buffer.from(message)
    case 2: {
      const kept: Buffer[] = []
      for (let at = 4; at < message.length; at += 4)
        if (known.has(message.readInt32BE(at))) kept.push(message.subarray(at, at + 4))
      return Buffer.concat([Buffer.from([2, 0, 0, kept.length]), ...kept])
    }
    case 3:
    case 4:
    case 5:
      return Buffer.from(message)
    case 6:
      return null
    default:
      throw new Error('A message that the firmware does not know')
  }
}
