import { SpokenError } from '../../shared/spoken-error.ts'
import type { Text } from '../../shared/text.ts'
export type RfbFault = 'protocol' | 'rejected' | 'timeout' | 'closed' | 'aborted'

/** A peer broke the RFB protocol, refused us, fell silent or hung up; the message is fit for people. */
export class RfbError extends SpokenError {
  override readonly name = 'RfbError'
  readonly fault: RfbFault

  constructor(fault: RfbFault, text: Text) {
    super(text)
    this.fault = fault
  }
}

/** Text from a peer, made safe to show: printable, one line, at most 200 characters. */
export function printable(bytes: Uint8Array): string {
  const text = new TextDecoder('utf-8').decode(bytes)
  const clean = text.replace(/[^\p{L}\p{M}\p{N}\p{P}\p{S}]+/gu, ' ').trim()
  return clean.length > 200 ? `${clean.slice(0, 199)}…` : clean
}
