import type { CellKind } from './cells.ts'

const stripes =
  'bg-[repeating-linear-gradient(135deg,var(--line-strong)_0_1px,transparent_1px_5px)] border-line-strong text-fg-2'

/** Each kind differs in more than its colour: filled, underlined, struck through, thick edge, stripes, plain edge, broken edge. */
export const cellStyle: Record<CellKind, string> = {
  server: 'border-transparent bg-cat-7 text-cat-on font-medium',
  host: 'border-transparent bg-cat-3 text-cat-on font-medium underline underline-offset-2',
  loose: 'border-line-control bg-press text-fg font-medium',
  broken: 'border-fault-solid bg-fault-tint text-fault-fg font-semibold line-through',
  gateway: 'border-2 border-line-control bg-inset text-fg font-semibold',
  reserved: stripes,
  free: 'border-line-strong bg-bg text-fg-2',
  outside: 'border-dashed border-line bg-transparent text-fg-3',
}
