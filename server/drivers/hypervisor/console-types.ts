import type { Duplex } from 'node:stream'
import type { DomainSpec } from './domain-types.ts'

/** Screens and serial ports. */
export type Consoles = {
  setVncPassword(internalName: string, password: string, signal: AbortSignal): Promise<void>
  /**
   * Defines a domain anew, and gives a running one the SPICE password of the definition at once.
   * @returns whether what else the definition says of SPICE waits for the next start; of a domain that is off false
   */
  changeSpice(spec: DomainSpec, signal: AbortSignal): Promise<boolean>
  /** Port of the SPICE server on the node's loopback; null for a domain that is off or was started without SPICE. */
  spicePort(internalName: string, signal: AbortSignal): Promise<number | null>
  /**
   * Raw RFB bytes of the domain's VNC server, before its handshake. This and the serial stream end with `close` when the
   * domain stops or the connection is lost, without an `error`; destroying them is how one leaves.
   */
  openVnc(internalName: string, signal: AbortSignal): Promise<Duplex>
  /** Raw bytes of one connection to the domain's SPICE server, before its link; it takes several at once. */
  openSpice(internalName: string, signal: AbortSignal): Promise<Duplex>
  /**
   * The domain's first serial port. There is one reader: the last that opens it has it, the previous one sees `close`.
   */
  openSerial(internalName: string, signal: AbortSignal): Promise<Duplex>
}
