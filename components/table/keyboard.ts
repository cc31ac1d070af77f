/** Where the keyboard stands: the row in focus and the row a range began at. */
export type Cursor = { at: number; anchor: number }

export type KeyPress = { key: string; shift: boolean; ctrl: boolean }

export type KeyEffect =
  | { kind: 'none' }
  | { kind: 'move'; cursor: Cursor }
  /** Select all rows between the two, both included; `keep` leaves the rest of the selection alone. */
  | { kind: 'range'; cursor: Cursor; from: number; to: number }
  | { kind: 'toggle' | 'open' | 'openTab' | 'menu'; at: number }
  | { kind: 'all' | 'clear' | 'search' }

const steps: Record<string, (at: number, page: number, last: number) => number> = {
  ArrowDown: (at) => at + 1,
  ArrowUp: (at) => at - 1,
  j: (at) => at + 1,
  k: (at) => at - 1,
  PageDown: (at, page) => at + page,
  PageUp: (at, page) => at - page,
  Home: () => 0,
  End: (_at, _page, last) => last,
}

/**
 * What a key does in a table of `count` rows of which `page` are in sight. Pure: the table carries the effect out.
 */
export function press(cursor: Cursor, { key, shift, ctrl }: KeyPress, count: number, page: number): KeyEffect {
  if (key === 'Escape') return { kind: 'clear' }
  if (key === '/' && !ctrl) return { kind: 'search' }
  if (count === 0) return { kind: 'none' }
  if (ctrl && key.toLowerCase() === 'a') return { kind: 'all' }
  const last = count - 1
  const at = Math.min(Math.max(cursor.at, 0), last)
  if (key === 'Enter') return { kind: ctrl ? 'openTab' : 'open', at }
  if (ctrl) return { kind: 'none' }
  if (key === ' ') return { kind: 'toggle', at }
  if (key === '.' || key === 'ContextMenu' || (key === 'F10' && shift)) return { kind: 'menu', at }
  const step = steps[key]
  if (!step) return { kind: 'none' }
  // The first key after the focus came in shows where it stands instead of skipping a row.
  const next = cursor.at < 0 && key !== 'End' ? 0 : Math.min(last, Math.max(0, step(at, Math.max(1, page - 1), last)))
  if (!shift) return { kind: 'move', cursor: { at: next, anchor: next } }
  const anchor = Math.min(Math.max(cursor.anchor, 0), last)
  return { kind: 'range', cursor: { at: next, anchor }, from: Math.min(anchor, next), to: Math.max(anchor, next) }
}
