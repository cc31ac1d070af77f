import { completion } from '../../../protocols/ipmi/errors.ts'
import type { PeerMachine } from './machine.ts'

/** Answer of a command: completion code and data. */
export type Reply = Buffer
export type Handler = (machine: PeerMachine, data: Buffer) => Reply
/** Handlers with the privilege they need. */
export type Handlers = Record<number, readonly [privilege: number, handler: Handler]>

export const ok = (...data: number[]): Reply => Buffer.from([completion.ok, ...data])
export const okBytes = (data: Uint8Array): Reply => Buffer.concat([Buffer.from([completion.ok]), data])
export const reject = (code: number): Reply => Buffer.from([code])
