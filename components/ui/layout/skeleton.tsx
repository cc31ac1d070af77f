import { cn } from '../class-names.ts'

/** A grey bar in place of a word that is on its way. Stands still. */
export function Skeleton({ width, className }: { width?: number | string; className?: string }) {
  return (
    <span
      aria-hidden="true"
      data-skeleton=""
      style={{ width }}
      className={cn('inline-block h-2 rounded-sm bg-press align-middle', className)}
    />
  )
}

const widths = [110, 86, 132, 98, 74, 120]

/** Rows of the shape a table will have. Appears after 300 ms, so quick answers never flash. `label` is read aloud. */
export function SkeletonRows({ rows = 6, label }: { rows?: number; label: string }) {
  return (
    <div role="status" aria-label={label} className="animate-late">
      {Array.from({ length: rows }, (_, row) => (
        // The rows are all alike; their place is their identity.
        // biome-ignore lint/suspicious/noArrayIndexKey: static list
        <div key={row} className="flex h-(--row-h) items-center gap-6 border-b border-line">
          <Skeleton className="size-3.5 rounded-[3px]" />
          <Skeleton width={widths[row % widths.length]} />
          <span className="flex-1" />
          <Skeleton width={64} />
          <Skeleton width={40} />
        </div>
      ))}
    </div>
  )
}
