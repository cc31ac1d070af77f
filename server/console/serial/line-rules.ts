export type LineRules = {
  /** Bytes of history replayed to later viewers; 0: none. */
  replayBytes: number
  /** How long they are kept after the last viewer, milliseconds. */
  keepMs: number
  /** How long the line itself stays open after the last viewer, milliseconds. */
  lingerMs: number
  /** One viewer types at a time and others request the keyboard; otherwise all may type. */
  oneTypes: boolean
  /** How long the typist has to answer a request, milliseconds. */
  askMs?: number
}

/** No history, and all may type. */
export const plainRules: LineRules = { replayBytes: 0, keepMs: 0, lingerMs: 0, oneTypes: false }
