import type { Duplex } from 'node:stream'
import { KindError } from '../../shared/spoken-error.ts'

/** Datagrams to and from one address. */
export type Datagrams = {
  /** Failures are passed to `onFailure`. */
  send(packet: Buffer): void
  /** Each packet is the listener's own. */
  onPacket(listener: (packet: Buffer) => void): void
  /** The host reports a closed port, or the connection is lost. */
  onFailure(listener: (error: Error) => void): void
  close(): void
}

/** A way to addresses that cannot be reached from here by themselves. */
export type Route = {
  /** @throws RelayError, or the signal's reason */
  tcp(address: string, port: number, signal: AbortSignal): Promise<Duplex>
  /** @throws RelayError, or the signal's reason */
  udp(address: string, port: number, signal: AbortSignal): Promise<Datagrams>
}

/** `refused`: the relay could not open it, in the words of its host; `lost`: the way to the relay is gone; `protocol_error`: it is no relay. */
export class RelayError extends KindError<'refused' | 'lost' | 'protocol_error'> {
  override readonly name = 'RelayError'
}
