import { deviceUnreachable, PanelError } from '../../../domain/shared/errors.ts'
import { msg } from '../../../shared/text.ts'
import { Gate } from '../poll/gate.ts'
import { openSlots } from '../poll/slots.ts'

const kinds = ['switch', 'pdu'] as const
type Kind = (typeof kinds)[number]

let gates = new Map<number, Gate>()
let slots: ReturnType<typeof openSlots> | null = null

/** Of one piece of work, once its turn has come: a device that is silent is given up by its driver long before. */
const WORK_MS = 120_000

const tooSlow = {
  switch: (seconds: number) => msg`The switch did not carry out the command within ${seconds} seconds`,
  pdu: (seconds: number) => msg`The PDU did not carry out the command within ${seconds} seconds`,
}

/**
 * The queue of a device: connects for one piece of work when no other work with it is under way, here or in another process, in the order in
 * which they came, and closes the connection. The time that it waits for its turn is not counted.
 * @throws PanelError of the driver, or that it was too slow, and what the work throws; the signal's reason
 */
export function withDevice<Device extends { close(): void }, T>(
  kind: Kind,
  id: number,
  connect: () => Device,
  outer: AbortSignal,
  use: (device: Device, signal: AbortSignal) => Promise<T>,
  limitMs = WORK_MS,
): Promise<T> {
  return inQueue(kind, id, outer, async () => {
    // Cleared at the end: a limit of its own would live on for its whole time, with all that hangs on it.
    const late = new AbortController()
    const timer = setTimeout(() => late.abort(), limitMs)
    const device = connect()
    try {
      return await use(device, AbortSignal.any([outer, late.signal]))
    } catch (fault) {
      if (!late.signal.aborted || outer.aborted || fault instanceof PanelError) throw fault
      throw deviceUnreachable(tooSlow[kind](limitMs / 1000), { cause: fault })
    } finally {
      clearTimeout(timer)
      device.close()
    }
  })
}

function inQueue<T>(kind: Kind, id: number, signal: AbortSignal, act: () => Promise<T>): Promise<T> {
  slots ??= openSlots('device', (place) => gates.get(place)?.wanted())
  const place = id * kinds.length + kinds.indexOf(kind)
  const gate = gates.get(place) ?? new Gate(place, slots)
  gates.set(place, gate)
  return gate.pass(1, signal, act)
}

/** Gives back what this process holds, once no work waits for its turn. */
export async function closeTurns(): Promise<void> {
  const open = slots
  slots = null
  gates = new Map()
  await open?.close()
}
