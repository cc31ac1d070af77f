/** The part of net-snmp that is used here; the package has no types of its own. */
declare module 'net-snmp' {
  import type { EventEmitter } from 'node:events'

  export type WireVarbind = { oid: string; type: number; value: unknown }
  export type WireCallback<T> = (error: (Error & { status?: number; code?: number }) | null, answer?: T) => void
  export type V3User = {
    name: string
    level: number
    authProtocol?: string
    authKey?: string
    privProtocol?: string
    privKey?: string
  }
  export type WireMessage = { hasAuthentication(): unknown; hasPrivacy(): unknown }
  export type WireRequest = { responseCb: WireCallback<unknown>; getId(): number }

  /** What net-snmp needs of a datagram socket. */
  export type WireSocket = {
    on(event: string, listener: (...args: never[]) => void): unknown
    send(
      buffer: Buffer,
      offset: number,
      length: number,
      port: number,
      address: string,
      done: (error: Error | null, bytes: number) => void,
    ): void
    ref(): unknown
    unref(): unknown
    bind(): void
    close(): void
  }

  export type SessionOptions = {
    port: number
    version: number
    retries: number
    timeout: number
    backoff: number
    idBitsSize: number
    backwardsGetNexts: boolean
    context?: string
    dgramModule: { createSocket(): WireSocket }
  }

  export class Session extends EventEmitter {
    reqs: Record<number, WireRequest>
    get(oids: string[], done: WireCallback<WireVarbind[]>): void
    getNext(oids: string[], done: WireCallback<WireVarbind[]>): void
    getBulk(oids: string[], nonRepeaters: number, maxRepetitions: number, done: WireCallback<WireVarbind[][]>): void
    set(varbinds: WireVarbind[], done: WireCallback<WireVarbind[]>): void
    close(): void
    cancelRequests(error: Error): void
    unregisterRequest(id: number): WireRequest | undefined
    onSimpleGetResponse(request: WireRequest, message: WireMessage): void
    sendV3Req(pdu: object, feed: unknown, done: WireCallback<unknown>, ...rest: unknown[]): void
  }

  export type Engine = { engineID: Buffer; engineBoots: number; engineTime: number }

  export type PrivacyAlgorithm = {
    encryptPdu(
      pdu: Buffer,
      privProtocol: string,
      password: string,
      authProtocol: string,
      engine: Engine,
    ): { encryptedPdu: Buffer; msgPrivacyParameters: Buffer }
    decryptPdu(
      pdu: Buffer,
      privProtocol: string,
      salt: Buffer,
      password: string,
      authProtocol: string,
      engine: Engine,
    ): Buffer
  }

  const snmp: {
    createSession(target: string, community: string, options: SessionOptions): Session
    createV3Session(target: string, user: V3User, options: SessionOptions): Session
    isVarbindError(varbind: WireVarbind): boolean
    Version1: number
    Version2c: number
    Version3: number
    ObjectType: Record<string, number>
    SecurityLevel: { noAuthNoPriv: number; authNoPriv: number; authPriv: number }
    AuthProtocols: Record<string, string>
    PrivProtocols: Record<string, string>
    ResponseInvalidCode: Record<string, number>
    Authentication: {
      authToKeyCache: Record<string, Buffer>
      passwordToKey(authProtocol: string, password: string, engineID: Buffer): Buffer
    }
    Encryption: { algorithms: Record<string, PrivacyAlgorithm> }
  }
  export default snmp
}
