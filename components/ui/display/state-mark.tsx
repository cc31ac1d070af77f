import type { ReactNode } from 'react'
import { cn } from '../class-names.ts'

/** The whole vocabulary of states: each kind has its own shape, so that colour is never the only sign. */
export type StateKind = 'on' | 'ok' | 'run' | 'warn' | 'pause' | 'fault' | 'off' | 'unknown' | 'locked'
export type Tone = 'ok' | 'run' | 'warn' | 'fault' | 'off'

export const toneOf = {
  on: 'ok',
  ok: 'ok',
  run: 'run',
  warn: 'warn',
  pause: 'warn',
  fault: 'fault',
  off: 'off',
  unknown: 'off',
  locked: 'off',
} as const satisfies Record<StateKind, Tone>

const cut = { stroke: 'var(--bg)', strokeWidth: 1.6 }
const solid = { fill: 'currentColor', stroke: 'none' }

const shapes = {
  on: <circle cx="8" cy="8" r="4.25" {...solid} />,
  ok: (
    <>
      <circle cx="8" cy="8" r="6.5" {...solid} />
      <path d="m5.2 8.2 1.9 1.9 3.7-4" {...cut} />
    </>
  ),
  run: (
    <>
      <circle cx="8" cy="8" r="5.5" opacity=".36" strokeWidth={2} />
      <path d="M8 2.5a5.5 5.5 0 0 1 5.5 5.5" strokeWidth={2} />
    </>
  ),
  warn: (
    <>
      <path d="M7.13 2.2a1 1 0 0 1 1.74 0l5.6 10a1 1 0 0 1-.87 1.5H2.4a1 1 0 0 1-.87-1.5Z" {...solid} />
      <path d="M8 6v3.25M8 11.5h.01" {...cut} />
    </>
  ),
  pause: (
    <>
      <circle cx="8" cy="8" r="6" />
      <path d="M6.5 6v4M9.5 6v4" />
    </>
  ),
  fault: (
    <>
      <path d="M5.4 1.5h5.2L14.5 5.4v5.2l-3.9 3.9H5.4L1.5 10.6V5.4Z" {...solid} />
      <path d="m5.8 5.8 4.4 4.4M10.2 5.8l-4.4 4.4" {...cut} />
    </>
  ),
  off: <circle cx="8" cy="8" r="3.75" />,
  unknown: (
    <>
      <circle cx="8" cy="8" r="6" strokeDasharray="2.2 2.51" />
      <path d="M6.5 6.6a1.55 1.55 0 1 1 2.3 1.3c-.5.3-.8.6-.8 1.1M8 11.1h.01" strokeWidth={1.4} />
    </>
  ),
  locked: (
    <>
      <rect x="3.5" y="7.25" width="9" height="6.25" rx="1" {...solid} />
      <path d="M5.5 7.25V5a2.5 2.5 0 0 1 5 0v2.25" />
    </>
  ),
} satisfies Record<StateKind, ReactNode>

const solidColour = {
  ok: 'text-ok-solid',
  run: 'text-run-solid',
  warn: 'text-warn-solid',
  fault: 'text-fault-solid',
  off: 'text-off-solid',
} satisfies Record<Tone, string>

const wordColour = {
  ok: 'text-ok-fg',
  run: 'text-run-fg',
  warn: 'text-warn-fg',
  fault: 'text-fault-fg',
  off: 'text-off-fg',
} satisfies Record<Tone, string>

/** The mark alone; put a word beside it or give it a `label`. */
export function StateMark(props: { kind: StateKind; label?: string; inherit?: boolean; className?: string }) {
  const { kind, label, inherit, className } = props
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: named by aria-label, or hidden beside its word
    <svg
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.5}
      strokeLinecap="round"
      strokeLinejoin="round"
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
      className={cn(
        'block size-3.5 flex-none',
        !inherit && solidColour[toneOf[kind]],
        kind === 'run' && 'animate-turn motion-reduce:animate-none',
        className,
      )}
    >
      {shapes[kind]}
    </svg>
  )
}

/**
 * Mark, word and cause in a line, as tables and lists show it. `plain` keeps the word in text colour:
 * the calm states (running, stopped) are written so, that the others stand out.
 */
export function State(props: { kind: StateKind; plain?: boolean; detail?: ReactNode; children: ReactNode }) {
  const { kind, detail, children } = props
  const plain = props.plain ?? (kind === 'on' || kind === 'off' || kind === 'ok')
  return (
    <span className="inline-flex min-w-0 max-w-full items-center align-middle whitespace-nowrap">
      <span className={cn('inline-flex items-center gap-1.5', plain ? 'text-fg' : wordColour[toneOf[kind]])}>
        <StateMark kind={kind} />
        {children}
      </span>
      {detail ? (
        <span className="ml-1.5 truncate text-12 text-fg-3" {...(typeof detail === 'string' && { title: detail })}>
          {detail}
        </span>
      ) : null}
    </span>
  )
}
