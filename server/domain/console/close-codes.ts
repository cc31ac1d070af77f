/** What the page does after a close: ask again at once, ask again with growing pauses, or wait for a person. */
export type AfterClose = 'retry' | 'wait'

/**
 * Close codes of console WebSockets: the gateway sends them with words, the page decides by them whether to come back.
 * 4000 to 4999 is the range for applications (RFC 6455, 7.4.2).
 */
export const consoleClose = {
  /** The VM closed the console: it stopped, restarted or lost its display. */
  ended: { code: 4000, after: 'retry' },
  signed_out: { code: 4001, after: 'wait' },
  /** The page broke the protocol. */
  bad_client: { code: 4002, after: 'wait' },
  forbidden: { code: 4003, after: 'wait' },
  gone: { code: 4004, after: 'wait' },
  idle: { code: 4008, after: 'wait' },
  too_long: { code: 4009, after: 'wait' },
  too_many: { code: 4010, after: 'wait' },
  /** Another client outside of the panel has the console; it can be taken over. */
  busy: { code: 4011, after: 'wait' },
  /** A client outside of the panel has taken it over. */
  taken: { code: 4012, after: 'wait' },
  /** It has to be recorded and cannot be. */
  not_recorded: { code: 4013, after: 'wait' },
  device_rejected: { code: 4020, after: 'retry' },
  device_unreachable: { code: 4021, after: 'retry' },
  internal: { code: 4099, after: 'retry' },
  restart: { code: 1012, after: 'retry' },
} as const satisfies Record<string, { code: number; after: AfterClose }>

export type ConsoleCloseReason = keyof typeof consoleClose

/** The reason behind a close code; null for codes that browsers and proxies make up themselves. */
export function closeReasonOf(code: number): ConsoleCloseReason | null {
  const found = Object.entries(consoleClose).find(([, entry]) => entry.code === code)
  return found ? (found[0] as ConsoleCloseReason) : null
}
