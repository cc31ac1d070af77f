'use client'
import { useTranslations } from 'use-intl'
import type { Operation } from '../../../../server/domain/operation/schema.ts'
import { axisStep, type Bar, type BarState, type Waterfall } from '../../../../server/domain/operation/waterfall.ts'
import { Said } from '../../../i18n/said.tsx'
import { cn } from '../../../ui/class-names.ts'
import { ProgressBar } from '../../../ui/display/progress.tsx'
import { type StateKind, StateMark } from '../../../ui/display/state-mark.tsx'
import { clock } from '../../../ui/display/time-labels.ts'
import { useOperationWords } from '../use-operation-words.ts'

const marks = {
  ...{ done: 'ok', running: 'run', failed: 'fault', stopped: 'warn', expected: 'off', left: 'off' },
} as const satisfies Record<BarState, StateKind>
const bars = {
  done: 'bg-fg-3',
  running: 'bg-run-solid',
  failed: 'bg-fault-solid',
  stopped: 'bg-warn-solid',
  expected: 'border border-line-control',
  left: '',
} as const satisfies Record<BarState, string>
const names: Partial<Record<BarState, string>> = {
  running: 'font-medium text-run-fg',
  failed: 'font-medium text-fault-fg',
  expected: 'text-fg-3',
  left: 'text-fg-3',
}
const row =
  'grid grid-cols-[14px_minmax(0,13rem)_minmax(0,1fr)_4rem] items-center gap-x-3 phone:grid-cols-[14px_minmax(0,1fr)_5.5rem_3.25rem] phone:gap-x-2'

/** The steps of an operation, one a row, each with its bar on a common axis of time. */
export function StepList({ operation, waterfall }: { operation: Operation; waterfall: Waterfall }) {
  const t = useTranslations('operations')
  const { bars: steps, length } = waterfall
  if (steps.length === 0) return <p className="py-2 text-fg-2">{t('noSteps')}</p>
  const every = axisStep(length)
  const ticks = Array.from({ length: Math.floor(length / every) + 1 }, (_, n) => n * every)
  return (
    <>
      <div className={cn(row, 'h-5')} aria-hidden="true">
        <span className="relative col-start-3 h-full phone:hidden">
          {ticks.map((second) => (
            <span
              key={second}
              className={cn('num absolute text-12 text-fg-3', second > 0 && '-translate-x-1/2')}
              style={{ left: share(second, length) }}
            >
              {clock(second)}
            </span>
          ))}
        </span>
      </div>
      <ol aria-label={t('stepsTitle')}>
        {steps.map((bar) => (
          <Step key={bar.key} bar={bar} ticks={ticks} length={length} isDone={operation.ended_at !== null} />
        ))}
      </ol>
    </>
  )
}

const share = (seconds: number, of: number) => `${Math.min(100, (seconds / of) * 100)}%`

function Step({ bar, ticks, length, isDone }: { bar: Bar; ticks: readonly number[]; length: number; isDone: boolean }) {
  const t = useTranslations('operations')
  const words = useOperationWords()
  const { name, state, from, seconds, percent, seconds_left } = bar
  const said = state === 'running' || state === 'failed' || state === 'stopped' ? bar.words : null
  return (
    <li data-state={state}>
      <div className={cn(row, 'h-7')}>
        <StateMark kind={marks[state]} label={t(`bar.${state}`)} />
        <span className={cn('truncate', names[state])}>{words.step(name)}</span>
        <span className="relative h-full" aria-hidden="true">
          {ticks.map((second) => (
            <i key={second} className="absolute inset-y-2 w-px bg-line" style={{ left: share(second, length) }} />
          ))}
          {from === null || seconds === null ? null : (
            <i
              className={cn('absolute top-1/2 h-2 min-w-0.5 -translate-y-1/2 rounded-[1px]', bars[state])}
              style={{ left: `min(${share(from, length)}, calc(100% - 2px))`, width: share(seconds, length) }}
            />
          )}
        </span>
        <span className={cn('num text-right', state === 'expected' || state === 'left' ? 'text-fg-3' : 'text-fg-2')}>
          {seconds !== null ? words.span(seconds) : state === 'expected' ? null : t('notDone')}
        </span>
      </div>
      {said !== null || (state === 'running' && percent !== null) ? (
        <div className="mb-1.5 ml-6.5 flex flex-wrap items-center gap-x-3 gap-y-0.5 text-12 text-fg-2 phone:ml-5.5">
          {state === 'running' && percent !== null && !isDone && name !== 'rescue' ? (
            <>
              <ProgressBar percent={percent} label={t('percentDone')} className="w-36" />
              <b className="num font-semibold text-fg">{t('percent', { percent })}</b>
              {seconds_left === null ? null : (
                <span className="num">{t('timeLeft', { time: words.span(Math.ceil(seconds_left)) })}</span>
              )}
            </>
          ) : null}
          {said === null ? null : (
            <span className="min-w-0 wrap-anywhere">
              <Said text={said} />
            </span>
          )}
        </div>
      ) : null}
    </li>
  )
}
