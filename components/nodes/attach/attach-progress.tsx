'use client'
import { useMutation } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'
import { faultToast } from '../../api/fault-toast.ts'
import { useTRPC } from '../../api/trpc.ts'
import { useSaid } from '../../i18n/said.tsx'
import { paths } from '../../paths.ts'
import type { LiveTask } from '../../tasks/use-task.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Link } from '../../ui/controls/link.tsx'
import { ProgressBar } from '../../ui/display/progress.tsx'
import { attachSteps } from './attach-steps.ts'
import { StepsList } from './steps-list.tsx'

const everySecond = (listener: () => void) => {
  const timer = setInterval(listener, 1000)
  return () => clearInterval(timer)
}
const thisSecond = () => Math.floor(Date.now() / 1000) * 1000

/** Current step of attaching the node. It goes on without this page. @param page of the node, opened at the end */
export function AttachProgress({ task, done, page }: { task: LiveTask | null; done: boolean; page: string | null }) {
  const t = useTranslations('attach')
  const said = useSaid()
  const trpc = useTRPC()
  const now = useSyncExternalStore(everySecond, thisSecond, () => 0)
  const abort = useMutation(
    trpc.vm.task.abort.mutationOptions({
      onError: faultToast(t('notStopped')),
    }),
  )
  const percent = done ? 100 : (task?.percent ?? 0)
  return (
    <div className="min-h-0 flex-1 overflow-y-auto border-t border-line">
      <div className="max-w-160 px-6 py-5 phone:px-4">
        <div className="flex items-baseline gap-2" aria-live="polite">
          <span className="min-w-0 flex-1 font-medium">
            {done ? t('done') : said(task?.message ?? '') || t('waits')}
          </span>
          <span className="num text-12 text-fg-2">{percent}%</span>
        </div>
        <ProgressBar percent={percent} label={t('progress')} tone={done ? 'ok' : 'run'} className="mt-1.5 mb-3" />
        <StepsList steps={attachSteps(task?.steps ?? [], !done, now)} />
        <p className="mt-3 text-12 text-fg-3">{t('goesOn')}</p>
        <div className="mt-3 flex gap-2">
          <Button asChild>
            <Link href={(done && page) || paths.nodes()}>{t(done && page ? 'toNode' : 'toNodes')}</Link>
          </Button>
          {task && !done ? (
            <Button
              kind="danger"
              busy={abort.isPending || abort.isSuccess}
              onClick={() => abort.mutate({ params: { task_id: task.id } })}
            >
              {t('stop')}
            </Button>
          ) : null}
        </div>
      </div>
    </div>
  )
}
