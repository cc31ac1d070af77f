import { msg } from '../../shared/text.ts'
import { RfbError } from './errors.ts'

const MAX_ENCODINGS = 256
const MAX_CUT_TEXT = 1 << 20
/** More bytes are needed to know the length. */
export const INCOMPLETE = -1

/**
 * Length in bytes of the client message at `at` (RFC 6143, 7.5, and the extensions that browsers and QEMU use), or INCOMPLETE.
 * Throws on what cannot be measured, or is longer than any honest client needs.
 */
export function clientMessageLength(b: Buffer, at: number): number {
  const left = b.length - at
  switch (b[at]) {
    case 0: // SetPixelFormat
      return 20
    case 2: {
      // SetEncodings
      if (left < 4) return INCOMPLETE
      const count = b.readUInt16BE(at + 2)
      if (count > MAX_ENCODINGS) throw new RfbError('protocol', msg`A list of ${count} encodings is too long`)
      return 4 + 4 * count
    }
    case 3: // FramebufferUpdateRequest
    case 150: // EnableContinuousUpdates
      return 10
    case 4: // KeyEvent
      return 8
    case 5: // PointerEvent
      return 6
    case 6: {
      // ClientCutText; a negative length marks the extended clipboard
      if (left < 8) return INCOMPLETE
      const length = Math.abs(b.readInt32BE(at + 4))
      if (length > MAX_CUT_TEXT) throw new RfbError('protocol', msg`${length} bytes of clipboard are too many`)
      return 8 + length
    }
    case 248: {
      // ClientFence
      if (left < 9) return INCOMPLETE
      const length = b[at + 8] ?? 0
      if (length > 64) throw new RfbError('protocol', msg`A fence of ${length} bytes is too long`)
      return 9 + length
    }
    case 250: // xvp: power of the VM
      return 4
    case 251: // SetDesktopSize
      return left < 7 ? INCOMPLETE : 8 + 16 * (b[at + 6] ?? 0)
    case 255: // QEMU: 0 extended key event, 1 audio
      return qemuLength(b, at, left)
    default:
      throw new RfbError('protocol', msg`Unknown client message ${b[at] ?? ''}`)
  }
}

function qemuLength(b: Buffer, at: number, left: number): number {
  if (left < 2) return INCOMPLETE
  if (b[at + 1] === 0) return 12
  if (b[at + 1] !== 1) throw new RfbError('protocol', msg`Unknown QEMU client message ${b[at + 1] ?? ''}`)
  if (left < 4) return INCOMPLETE
  const operation = b.readUInt16BE(at + 2)
  if (operation > 2) throw new RfbError('protocol', msg`Unknown QEMU audio operation ${operation}`)
  return operation === 2 ? 10 : 4
}
