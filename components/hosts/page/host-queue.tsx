'use client'
import { useMutation } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { Host } from '../../../server/domain/host/record.ts'
import { faultToast } from '../../api/fault-toast.ts'
import { useTRPC } from '../../api/trpc.ts'
import { useTaskLabels } from '../../tasks/labels.ts'
import { useOpenTask } from '../../tasks/task-drawer.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { StateMark } from '../../ui/display/state-mark.tsx'
import { Section } from '../../ui/layout/section.tsx'

/** What waits until the task that runs has ended, in its order; each may be called off. */
export function HostQueue({ host }: { host: Pick<Host, 'queue'> }) {
  const t = useTranslations('hosts.queue')
  const trpc = useTRPC()
  const words = useTaskLabels()
  const [, openTask] = useOpenTask()
  const abort = useMutation(
    trpc.vm.task.abort.mutationOptions({
      onError: faultToast(t('notCancelled')),
    }),
  )
  const waiting = host.queue.slice(1)
  if (waiting.length === 0) return null
  return (
    <Section title={t('title')} count={waiting.length}>
      <ol>
        {waiting.map(({ task, action }, at) => (
          <li
            // Entries that the server has not answered yet have no number.
            key={task || `new-${at}`}
            className="flex min-h-8 items-center gap-2 border-t border-line first:border-t-0"
          >
            <StateMark kind="off" />
            <button
              type="button"
              disabled={task === 0}
              onClick={() => void openTask(task)}
              className="min-w-0 truncate rounded-xs text-left hover:underline hover:underline-offset-2"
            >
              {words.name(action)}
            </button>
            <Button
              size="sm"
              kind="quiet"
              className="ml-auto"
              disabledReason={task === 0 ? { text: t('sending') } : undefined}
              busy={abort.isPending && abort.variables?.params.task_id === task}
              onClick={() => abort.mutate({ params: { task_id: task } })}
            >
              {t('cancel')}
            </Button>
          </li>
        ))}
      </ol>
    </Section>
  )
}
