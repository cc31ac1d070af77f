'use client'
import { useFormatter, useTranslations } from 'use-intl'
import { useSaid } from '../i18n/said.tsx'
import { cn } from '../ui/class-names.ts'
import { type StateKind, StateMark } from '../ui/display/state-mark.tsx'
import { Duration } from '../ui/display/time.tsx'
import { isOpen, type TaskStatus, useTaskLabels } from './labels.ts'
import { stepBars, stepKind, type TaskStep } from './steps.ts'

type Shown = {
  status: TaskStatus
  error?: { msg: string } | undefined
  steps: readonly TaskStep[]
  started_at: string | null
  finished_at: string | null
}

const clock = { hour: 'numeric', minute: '2-digit', second: '2-digit' } as const

/** The steps of a task under each other, each with its place on the line of time. */
export function TaskSteps({ task }: { task: Shown }) {
  const t = useTranslations('tasks')
  const said = useSaid()
  const words = useTaskLabels()
  const format = useFormatter()
  if (task.steps.length === 0) return <p className="text-12 text-fg-3">{t('noSteps')}</p>
  const bars = stepBars(task.steps, task.started_at, task.finished_at, Date.now())
  return (
    <ol aria-label={t('steps')} className="flex flex-col">
      {task.steps.map((step, at) => {
        const bar = bars[at]
        // A step that no longer runs although it never ended was cut off with its task.
        const kind: StateKind = step.state === 'running' && !isOpen(task.status) ? 'unknown' : stepKind(step.state)
        return (
          <li key={step.name} className="grid grid-cols-[16px_132px_minmax(0,1fr)_52px] items-center gap-x-2 py-1">
            <StateMark
              kind={kind}
              label={t(`stepStates.${kind === 'ok' || kind === 'run' || kind === 'fault' ? kind : 'off'}`)}
            />
            <span
              className="truncate"
              title={t('stepFrom', {
                step: words.step(step.name),
                at: format.dateTime(new Date(step.started_at), clock),
              })}
            >
              {words.step(step.name)}
            </span>
            <span className="relative h-2 rounded-xs bg-inset">
              {bar ? (
                <i
                  className={cn(
                    'absolute top-0 block h-full rounded-xs',
                    kind === 'fault' ? 'bg-fault-solid' : kind === 'run' ? 'bg-run-solid' : 'bg-fg-3',
                  )}
                  style={{ left: `${bar.from}%`, width: `${bar.width}%` }}
                />
              ) : null}
            </span>
            <span className="text-right text-12 text-fg-3">{bar ? <StepTime seconds={bar.seconds} /> : null}</span>
            {step.attempt > 1 ? (
              <span className="col-span-3 col-start-2 text-12 text-fg-3">{t('attempt', { count: step.attempt })}</span>
            ) : null}
            {/* The error of the step that failed the task stands above, with what to do. */}
            {step.error && !(step.state === 'failed' && step.error === task.error?.msg) ? (
              <span className="col-span-3 col-start-2 text-12 break-words text-fg-3">{said(step.error)}</span>
            ) : null}
          </li>
        )
      })}
    </ol>
  )
}

/** Short steps are shown in tenths of a second. */
function StepTime({ seconds }: { seconds: number }) {
  const t = useTranslations('ui.time')
  const format = useFormatter()
  if (seconds >= 10) return <Duration seconds={seconds} />
  const count = format.number(seconds, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
  return <span className="num">{t('s', { count })}</span>
}
