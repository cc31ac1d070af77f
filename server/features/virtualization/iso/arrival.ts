import { deviceUnreachable } from '../../../domain/shared/errors.ts'
import { msg } from '../../../shared/text.ts'
import { LOOK_BYTES } from './reserve.ts'

/** Slower than this for so long, a transfer is given up: others wait for its place. */
const LEAST_BYTES_PER_S = 256 * 1024
const LEAST_FOR_MS = 120_000

/** Looks at what arrives; called with each piece before it is written. `of`: how much it will be; null when that is not known. */
export type Arrival = (bytes: number, of: number | null) => Promise<void> | void

/**
 * Has room reserved before it is needed: for all of what says how large it is, else piece by piece.
 * @param reserve notes how far it is, and promises room up to a size
 */
export function reserving(reserve: (received: number, reserved: number) => Promise<void>): Arrival {
  let [noted, promised] = [-1, 0]
  return (bytes, of) => {
    const step = Math.floor(bytes / LOOK_BYTES)
    const wanted = Math.max(bytes, of ?? (step + 1) * LOOK_BYTES)
    if (step === noted && wanted === promised) return
    ;[noted, promised] = [step, wanted]
    return reserve(step * LOOK_BYTES, wanted)
  }
}

/**
 * Ends a transfer that trickles, whether in one piece or in many that break off.
 * @throws PanelError `device_unreachable`
 */
export function pace(now: () => number = () => performance.now()): Arrival {
  let [since, at] = [now(), 0]
  return (bytes) => {
    const passed = now() - since
    if (bytes < at) at = bytes
    if (passed < LEAST_FOR_MS) return
    if ((bytes - at) / passed < LEAST_BYTES_PER_S / 1000)
      throw deviceUnreachable(
        msg`The ISO image cannot be fetched: it arrives with less than ${LEAST_BYTES_PER_S / 1024} KiB a second`,
      )
    ;[since, at] = [now(), bytes]
  }
}
