'use client'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { z } from 'zod'
import type { taskDetail } from '../../server/domain/task/schema.ts'
import { apiFault } from '../api/fault.ts'
import { faultToast } from '../api/fault-toast.ts'
import { useLive } from '../api/live.tsx'
import { readEvery } from '../api/readings.ts'
import { useTRPC } from '../api/trpc.ts'
import { useSaid } from '../i18n/said.tsx'
import { Button } from '../ui/controls/button.tsx'
import { Copyable } from '../ui/controls/copy.tsx'
import { StateBadge } from '../ui/display/badge.tsx'
import { Notice } from '../ui/display/notice.tsx'
import { ProgressBar } from '../ui/display/progress.tsx'
import { TextLink } from '../ui/display/text.tsx'
import { Duration, ExactTime, RunningFor } from '../ui/display/time.tsx'
import { Drawer } from '../ui/floating/drawer.tsx'
import { ErrorState } from '../ui/layout/error-state.tsx'
import { Facts } from '../ui/layout/facts.tsx'
import { SkeletonRows } from '../ui/layout/skeleton.tsx'
import { isOpen, taskKind, useTaskLabels } from './labels.ts'
import { TaskLog } from './task-log.tsx'
import { canAbort, isUnread } from './task-rules.ts'
import { TaskSteps } from './task-steps.tsx'
import { subjectPage, TaskSubject } from './task-subject.tsx'

type Detail = z.infer<typeof taskDetail>

/** How often a task is read anew: only while it has a log that grows. */
const isFollowed = ({ state: { data } }: { state: { data: Detail | undefined } }) =>
  data?.log && isOpen(data.status) ? readEvery.output : false

/** One task: what it does, which step took how long, why it failed, and what can be done now. */
export function TaskPanel({ id, onClose }: { id: number; onClose: () => void }) {
  const t = useTranslations('tasks')
  const trpc = useTRPC()
  const words = useTaskLabels()
  const query = useQuery({
    ...trpc.vm.task.get.queryOptions({ params: { task_id: id } }),
    // What a script writes is a reading, which no change announces.
    refetchInterval: isFollowed,
  })
  const { data, error } = query
  if (!data)
    return (
      <Drawer title={t('task', { id })} onClose={onClose}>
        <div className="p-3">
          {error ? (
            <ErrorState
              title={t('unread')}
              cause={apiFault(error).msg}
              onRetry={() => void query.refetch()}
              busy={query.isFetching}
            />
          ) : (
            <SkeletonRows label={t('loading')} />
          )}
        </div>
      </Drawer>
    )
  return (
    <Drawer
      title={words.name(data.name)}
      badge={<StateBadge kind={taskKind(data.status)}>{words.status(data.status)}</StateBadge>}
      aside={
        <>
          {isOpen(data.status) ? (
            data.started_at ? (
              <RunningFor since={data.started_at} />
            ) : null
          ) : (
            <Duration seconds={data.running_time} />
          )}
          {', '}
          {t('number', { id })}
        </>
      }
      onClose={onClose}
      footer={<TaskActions task={data} />}
    >
      <TaskBody task={data} />
    </Drawer>
  )
}

function TaskBody({ task }: { task: Detail }) {
  const t = useTranslations('tasks')
  const words = useTaskLabels()
  const said = useSaid()
  const { progress } = useLive()
  const now = { ...task, ...progress.get(task.id) }
  const page = subjectPage(task)
  const hint = task.name === 'host_create' || task.name === 'node_create' ? task.name : hintOf(task.entity)
  return (
    <div className="flex flex-col gap-3 p-3">
      {isOpen(task.status) ? (
        <div>
          <div className="mb-1 flex gap-2 text-12 text-fg-2">
            <span className="min-w-0 truncate">{said(now.message ?? '') || t('waits')}</span>
            <span className="num ml-auto">{now.percent}%</span>
          </div>
          <ProgressBar percent={now.percent} label={words.name(task.name)} />
        </div>
      ) : null}
      {task.error ? (
        <Notice
          kind={task.dismissed ? 'plain' : 'fault'}
          mark="fault"
          title={t('failedAt', { step: task.step ? words.step(task.step) : words.name(task.name) })}
          actions={page ? <TextLink href={page}>{t('openSubject')}</TextLink> : null}
        >
          <p className="break-words">{said(task.error.msg)}</p>
          <p className="mt-1 text-fg-2">{t(`hints.${hint}`)}</p>
        </Notice>
      ) : null}
      <TaskSteps task={task} />
      {task.log ? <TaskLog log={task.log} /> : null}
      <Facts
        facts={[
          { term: t('about'), value: <TaskSubject task={task} /> },
          task.account && { term: t('startedBy'), value: task.account.email },
          { term: t('created'), value: <ExactTime at={task.created_at} /> },
          task.finished_at !== null && { term: t('ended'), value: <ExactTime at={task.finished_at} /> },
          task.waiting_time > 1 && { term: t('waited'), value: <Duration seconds={task.waiting_time} /> },
          { term: t('id'), value: <Copyable text={String(task.consul_id)} /> },
        ]}
      />
    </div>
  )
}

/** What a person can do about a failed task depends on what it was about. */
const hintOf = (entity: string | null) =>
  entity === 'host' || entity === 'node' || entity === 'repository' ? entity : 'other'

function TaskActions({ task }: { task: Detail }) {
  const t = useTranslations('tasks')
  const trpc = useTRPC()
  const onError = faultToast(t('refused'))
  const abort = useMutation(trpc.vm.task.abort.mutationOptions({ onError }))
  const dismiss = useMutation(trpc.vm.task.dismiss.mutationOptions({ onError }))
  const params = { params: { task_id: task.id } }
  const open = canAbort(task)
  const unread = isUnread(task)
  if (!open && !unread) return <span className="text-12 text-fg-3">{t('nothingToDo')}</span>
  return (
    <div className="flex gap-2">
      {open ? (
        <Button size="sm" kind="danger" busy={abort.isPending} onClick={() => abort.mutate(params)}>
          {t('abort')}
        </Button>
      ) : null}
      {unread ? (
        <Button size="sm" busy={dismiss.isPending} onClick={() => dismiss.mutate(params)}>
          {t('dismiss')}
        </Button>
      ) : null}
    </div>
  )
}
