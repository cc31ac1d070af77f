/**
 * What the panel and the program in the utility guest (`guest/agent.py`) say to each other. Everything is a frame: its type (a byte), its
 * length (4 bytes, big-endian), and so many bytes. The panel sends requests: fields divided by NUL, which occurs in no name of a file. The
 * guest answers each with data frames and one that ends the answer, so nothing that lies on a disk can look like protocol.
 */
export const frame = {
  /** Panel: a request. */
  request: 0x52,
  /** Panel: the answer under way is not wanted any more; the guest ends it with `failed`. */
  cancel: 0x43,
  /** Guest: it is there; the version of the protocol. */
  ready: 0x48,
  /** Guest: a part of the answer. */
  data: 0x44,
  /** Guest: the answer is whole. */
  end: 0x45,
  /** Guest: the request failed: a word of `FAULTS`, NUL, and a text for people. */
  failed: 0x58,
} as const

export const PROTOCOL_VERSION = '1'
export const HEAD_BYTES = 5
/** The guest sends no longer frame. */
export const MAX_FRAME = 64 * 1024
/** Longest request; a path has up to 4096 bytes. */
export const MAX_REQUEST = 16 * 1024

/** Why a request failed. */
export const FAULTS = [
  'absent',
  'not_attached',
  'wrong_kind',
  'io',
  'denied',
  'cancelled',
  'invalid',
  'failed',
] as const
export type Fault = (typeof FAULTS)[number]

/** What is removed when a disk is cleared. */
export const CLEAR_KINDS = [
  'host_key',
  'machine_id',
  'cloud_init',
  'log',
  'history',
  'ssh_key',
  'random_seed',
  'net_rule',
  'temporary',
] as const
export type ClearKind = (typeof CLEAR_KINDS)[number]
