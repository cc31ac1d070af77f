'use client'
import { skipToken, useMutation, useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { faultToast } from '../api/fault-toast.ts'
import { ObjectGate } from '../api/object-gate.tsx'
import { useTRPC } from '../api/trpc.ts'
import { useSaid } from '../i18n/said.tsx'
import { isOpen } from '../tasks/labels.ts'
import { type LiveTask, useTask } from '../tasks/use-task.ts'
import { Button } from '../ui/controls/button.tsx'
import { Notice } from '../ui/display/notice.tsx'
import { ProgressBar } from '../ui/display/progress.tsx'
import { ImportReport } from './import-report.tsx'

/** An import that a task does: how far it is, then what became of it. @param text the file, as long as this page knows it */
export function ImportRun({ task: id, text }: { task: number; text: string }) {
  const t = useTranslations('import')
  const said = useSaid()
  const trpc = useTRPC()
  const { query, task } = useTask(id)
  const over = task !== undefined && !isOpen(task.status)
  const stored = useQuery(trpc.dci.import.get.queryOptions(over ? { params: { import_id: id } } : skipToken))
  if (!task) return <ObjectGate query={query}>{() => null}</ObjectGate>
  if (!over) return <Progress task={task} />
  if (stored.data?.answer) return <ImportReport answer={stored.data.answer} file={{ ...stored.data, text }} />
  if (stored.isPending) return null
  return (
    <Notice kind="fault" className="mt-5 max-w-200" title={t('notRead')}>
      {task.status === 'aborted' ? t('aborted') : said(task.error?.msg ?? '')}
    </Notice>
  )
}

function Progress({ task }: { task: LiveTask }) {
  const t = useTranslations('import')
  const said = useSaid()
  const trpc = useTRPC()
  const abort = useMutation(
    trpc.vm.task.abort.mutationOptions({
      onError: faultToast(t('notAborted')),
    }),
  )
  return (
    <section className="mt-5 max-w-200">
      <div className="flex items-baseline gap-2" aria-live="polite">
        <span className="min-w-0 flex-1 font-medium">{said(task.message ?? '') || t('waits')}</span>
        <span className="num text-12 text-fg-2">{task.percent}%</span>
      </div>
      <ProgressBar percent={task.percent} label={t('progress')} className="mt-1.5" />
      <p className="mt-3 text-12 text-fg-3">{t('goesOn')}</p>
      <Button
        kind="danger"
        className="mt-3"
        busy={abort.isPending || abort.isSuccess}
        onClick={() => abort.mutate({ params: { task_id: task.id } })}
      >
        {t('abort')}
      </Button>
    </section>
  )
}
