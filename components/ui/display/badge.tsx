import type { ReactNode } from 'react'
import { cn } from '../class-names.ts'
import { type StateKind, StateMark, type Tone, toneOf } from './state-mark.tsx'

const ground = {
  ok: 'bg-ok-tint text-ok-fg',
  run: 'bg-run-tint text-run-fg',
  warn: 'bg-warn-tint text-warn-fg',
  fault: 'bg-fault-tint text-fault-fg',
  off: 'bg-off-tint text-off-fg',
} satisfies Record<Tone, string>

/** State of the object a page or panel is about: mark and word on a tinted ground. */
export function StateBadge({ kind, children }: { kind: StateKind; children: ReactNode }) {
  return (
    <span
      className={cn(
        'inline-flex h-5 flex-none items-center gap-[5px] rounded-sm pr-[7px] pl-1.5 text-12 font-medium whitespace-nowrap',
        ground[toneOf[kind]],
      )}
    >
      <StateMark kind={kind} inherit className="size-3" />
      {children}
    </span>
  )
}

/** A label a person gave to an object; never a state. `onRemove` adds the cross. */
export function Tag({ children, remove }: { children: ReactNode; remove?: { label: string; onRemove: () => void } }) {
  return (
    <span className="inline-flex h-[18px] flex-none items-center gap-1 rounded-sm border border-line-strong px-1.5 text-11 whitespace-nowrap text-fg-2">
      {children}
      {remove ? (
        <button type="button" aria-label={remove.label} onClick={remove.onRemove} className="-mr-1 hover:text-fg">
          <svg viewBox="0 0 16 16" aria-hidden="true" className="size-3 stroke-current" fill="none" strokeWidth={1.5}>
            <path d="m4 4 8 8M12 4l-8 8" strokeLinecap="round" />
          </svg>
        </button>
      ) : null}
    </span>
  )
}
