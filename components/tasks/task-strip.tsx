'use client'
import { useMutation } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { faultToast } from '../api/fault-toast.ts'
import { useTRPC } from '../api/trpc.ts'
import { useSaid } from '../i18n/said.tsx'
import { cn } from '../ui/class-names.ts'
import { Button } from '../ui/controls/button.tsx'
import { ProgressBar } from '../ui/display/progress.tsx'
import { StateMark } from '../ui/display/state-mark.tsx'
import { RunningFor } from '../ui/display/time.tsx'
import { useTaskLabels } from './labels.ts'
import { stepKind } from './steps.ts'
import { useOpenTask } from './task-drawer.tsx'
import { useTask } from './use-task.ts'

/** The task an object is busy with, in place on its page: what, since when, how far, which step. */
export function TaskStrip({ id }: { id: number }) {
  const t = useTranslations('tasks')
  const said = useSaid()
  const trpc = useTRPC()
  const words = useTaskLabels()
  const [, openTask] = useOpenTask()
  const { task } = useTask(id)
  const abort = useMutation(
    trpc.vm.task.abort.mutationOptions({
      onError: faultToast(t('refused')),
    }),
  )
  if (!task) return null
  return (
    <section aria-label={words.name(task.name)} className="overflow-hidden rounded-md border border-run-line">
      <div className="flex min-h-9 flex-wrap items-center gap-x-2 bg-run-tint py-1 pr-1.5 pl-3">
        <StateMark kind="run" />
        <span className="font-semibold">{words.name(task.name)}</span>
        <span className="min-w-0 truncate text-12 text-fg-2">{said(task.message ?? '') || t('waits')}</span>
        {task.started_at ? (
          <span className="text-12 text-fg-3">
            <RunningFor since={task.started_at} />
          </span>
        ) : null}
        <span className="ml-auto flex items-center gap-1">
          <span className="num mr-1 text-12 text-fg-2">{task.percent}%</span>
          <Button size="sm" kind="quiet" onClick={() => void openTask(id)}>
            {t('details')}
          </Button>
          <Button
            size="sm"
            kind="quiet"
            busy={abort.isPending}
            onClick={() => abort.mutate({ params: { task_id: id } })}
          >
            {t('stop')}
          </Button>
        </span>
      </div>
      <ProgressBar thin percent={task.percent} label={words.name(task.name)} className="rounded-none" />
      {task.steps.length > 0 ? (
        <ol className="flex flex-wrap gap-x-6 gap-y-1 bg-bg px-3 py-2">
          {task.steps.map((one) => {
            const kind = stepKind(one.state)
            return (
              <li key={one.name} className="flex items-center gap-1.5">
                <StateMark kind={kind} />
                <span className={cn(kind === 'run' && 'font-medium text-run-fg')}>{words.step(one.name)}</span>
              </li>
            )
          })}
        </ol>
      ) : null}
    </section>
  )
}
