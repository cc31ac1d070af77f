import { Gate } from '../poll/gate.ts'
import { openSlots } from '../poll/slots.ts'

let gates = new Map<number, Gate>()
let slots: ReturnType<typeof openSlots> | null = null

/**
 * Runs `act` when nobody else has to do with a PDU, here or in another process; in the order in which they came. Tasks that only
 * need it for a moment take turns by this, so that none waits for all that another does besides.
 * @throws the signal's reason when it is called off while waiting
 */
export function inTurn<T>(pdu_id: number, signal: AbortSignal, act: () => Promise<T>): Promise<T> {
  slots ??= openSlots('pdu', (place) => gates.get(place)?.wanted())
  const gate = gates.get(pdu_id) ?? new Gate(pdu_id, slots)
  gates.set(pdu_id, gate)
  return gate.pass(1, signal, act)
}

/** Gives back what this process holds; nobody may be waiting any more. */
export async function closeTurns(): Promise<void> {
  const open = slots
  slots = null
  gates = new Map()
  await open?.close()
}
