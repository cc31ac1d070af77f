export type LineRules = {
  /** Bytes that are said again to who comes later; 0: none. */
  replayBytes: number
  /** How long they are kept after the last viewer, milliseconds. */
  keepMs: number
  /** How long the line itself stays open after the last viewer, milliseconds. */
  lingerMs: number
  /** One types at a time, others ask him; else all may. */
  oneTypes: boolean
  /** How long who is asked for the keyboard has to answer, milliseconds. */
  askMs?: number
}

/** Nothing is kept, and all may type. */
export const plainRules: LineRules = { replayBytes: 0, keepMs: 0, lingerMs: 0, oneTypes: false }
