import { SpokenError } from '../../shared/spoken-error.ts'

/** The peer broke the protocol: it is lying, broken, or not libvirt. The connection is of no further use. */
export class ProtocolError extends SpokenError {
  override readonly name = 'ProtocolError'
}

/** The connection ended before an answer came. */
export class ConnectionLostError extends SpokenError {
  override readonly name = 'ConnectionLostError'
}

/** An error of libvirt (virterror.h): `code` is its kind, `domain` the part of libvirt it comes from. */
export class LibvirtError extends Error {
  override readonly name = 'LibvirtError'
  readonly code: number
  readonly domain: number

  constructor(code: number, domain: number, message: string) {
    super(message)
    this.code = code
    this.domain = domain
  }
}

/** Codes of virErrorNumber that callers decide on. */
export const errorCode = {
  noSupport: 3,
  operationFailed: 9,
  noDomain: 42,
  operationInvalid: 55,
  noFilter: 62,
  operationTimeout: 68,
  argumentUnsupported: 74,
  operationUnsupported: 84,
  agentUnresponsive: 86,
  agentCommandTimeout: 111,
} as const
