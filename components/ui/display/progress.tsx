import { cn } from '../class-names.ts'
import type { Tone } from './state-mark.tsx'

const bars = {
  ok: 'bg-ok-solid',
  run: 'bg-run-solid',
  warn: 'bg-warn-solid',
  fault: 'bg-fault-solid',
  off: 'bg-fg-3',
} satisfies Record<Tone, string>

const clamp = (percent: number) => Math.min(100, Math.max(0, percent))

/** How far a running thing is. `percent` 0 to 100; put the step in words beside it. */
export function ProgressBar(props: {
  percent: number
  label: string
  tone?: Tone
  thin?: boolean
  className?: string
}) {
  const { percent, label, tone = 'run', thin, className } = props
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(clamp(percent))}
      className={cn('flex overflow-hidden bg-press', thin ? 'h-0.5 rounded-[1px]' : 'h-1 rounded-xs', className)}
    >
      <i className={cn('block h-full', bars[tone])} style={{ width: `${clamp(percent)}%` }} />
    </div>
  )
}

/** The same as an arc, 14 px, for the top bar and buttons; without `percent` a third of the ring turns. */
export function ProgressArc({ percent, inherit }: { percent?: number; inherit?: boolean }) {
  const round = 2 * Math.PI * 5.5
  const part = percent === undefined ? 0.4 : clamp(percent) / 100
  return (
    <svg
      viewBox="0 0 16 16"
      fill="none"
      strokeWidth={2.25}
      aria-hidden="true"
      className={cn('block size-3.5 flex-none', percent === undefined && 'animate-turn motion-reduce:animate-none')}
    >
      <circle
        cx="8"
        cy="8"
        r="5.5"
        stroke={inherit ? 'currentColor' : 'var(--run-line)'}
        opacity={inherit ? 0.36 : 1}
      />
      <circle
        cx="8"
        cy="8"
        r="5.5"
        stroke={inherit ? 'currentColor' : 'var(--run-solid)'}
        strokeDasharray={`${part * round} ${round}`}
        transform="rotate(-90 8 8)"
        strokeLinecap="round"
      />
    </svg>
  )
}

/**
 * How full a limited thing is. Grey until it needs attention: amber from `warnAt` (90 %), red once over the limit, which a
 * gap in the full bar marks then. `of` may be zero (nothing there yet): the bar is empty then.
 */
export function Meter(props: {
  used: number
  of: number
  label: string
  warnAt?: number
  /** May be given several times over: over the limit is no reason for a colour. */
  calm?: boolean
  className?: string
}) {
  const { used, of, label, warnAt = 90, calm = false, className } = props
  const percent = of > 0 ? (used / of) * 100 : 0
  const tone: Tone = calm ? 'off' : percent > 100 ? 'fault' : percent >= warnAt ? 'warn' : 'off'
  return (
    // biome-ignore lint/a11y/useSemanticElements: the native meter cannot be drawn the same in every browser
    <div
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={of}
      aria-valuenow={Math.min(used, of)}
      aria-valuetext={percent > 100 ? `${Math.round(percent)}%` : undefined}
      className={cn('relative flex h-1 overflow-hidden rounded-xs bg-press', className)}
    >
      <i className={cn('block h-full', bars[tone])} style={{ width: `${clamp(percent)}%` }} />
      {percent > 100 ? (
        <i
          data-limit
          className="absolute inset-y-0 w-0.5 -translate-x-1/2 bg-bg"
          style={{ left: `${(100 / percent) * 100}%` }}
        />
      ) : null}
    </div>
  )
}
