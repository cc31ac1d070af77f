'use client'
import { useTranslations } from 'use-intl'
import { useTaskLabels } from '../../tasks/labels.ts'
import { cn } from '../../ui/class-names.ts'
import { StateMark } from '../../ui/display/state-mark.tsx'
import { clock } from '../../ui/display/time-labels.ts'
import type { AttachStep } from './attach-steps.ts'

const marks = { todo: 'off', running: 'run', done: 'ok', failed: 'fault' } as const
const look = { todo: 'text-fg-3', running: 'font-medium text-run-fg', done: '', failed: 'text-fault-fg' }

/** Steps of attaching a node, each with its mark and how long it took. */
export function StepsList({ steps }: { steps: readonly AttachStep[] }) {
  const t = useTranslations('firstRun.states')
  const words = useTaskLabels()
  return (
    <ol className="flex flex-col">
      {steps.map((step) => (
        <li
          key={step.name}
          className={cn('flex min-h-8 items-center gap-2.5 border-b border-line last:border-b-0', look[step.state])}
        >
          <StateMark kind={marks[step.state]} label={t(step.state)} />
          <span className="min-w-0 flex-1">{words.step(step.name)}</span>
          {step.seconds === null ? null : <span className="num text-12 text-fg-3">{clock(step.seconds)}</span>}
        </li>
      ))}
    </ol>
  )
}
