export type RfbFault = 'protocol' | 'rejected' | 'timeout' | 'closed' | 'aborted'

/** A peer broke the RFB protocol, refused us, fell silent or hung up; the message is fit for people. */
export class RfbError extends Error {
  override readonly name = 'RfbError'
  readonly fault: RfbFault

  constructor(fault: RfbFault, message: string) {
    super(message)
    this.fault = fault
  }
}

/** Text from a peer, made safe to show: printable, one line, at most 200 characters. */
export function printable(bytes: Uint8Array): string {
  const text = new TextDecoder('utf-8').decode(bytes)
  const clean = text.replace(/[^\p{L}\p{M}\p{N}\p{P}\p{S}]+/gu, ' ').trim()
  return clean.length > 200 ? `${clean.slice(0, 199)}…` : clean
}
