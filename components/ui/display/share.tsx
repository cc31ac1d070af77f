import { Meter } from './progress.tsx'

/** Whole percent, or null when nothing is known of the whole. */
export const percentOf = (used: number | null, of: number): number | null =>
  used === null || of <= 0 ? null : Math.round((used / of) * 100)

/** How full something is, in a table: percent and a short bar. */
export function Share({ used, of, label }: { used: number | null; of: number; label: string }) {
  const percent = percentOf(used, of)
  if (used === null || percent === null) return <span className="text-fg-3">-</span>
  return (
    <span className="num inline-flex items-center gap-1.5">
      {percent}%
      <Meter used={used} of={of} label={label} className="w-10" />
    </span>
  )
}
