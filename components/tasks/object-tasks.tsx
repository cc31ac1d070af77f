'use client'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { apiFault } from '../api/fault.ts'
import { useTRPC } from '../api/trpc.ts'
import { useSaid } from '../i18n/said.tsx'
import { paths } from '../paths.ts'
import { StateMark } from '../ui/display/state-mark.tsx'
import { TextLink } from '../ui/display/text.tsx'
import { RelativeTime } from '../ui/display/time.tsx'
import { ErrorState } from '../ui/layout/error-state.tsx'
import { SkeletonRows } from '../ui/layout/skeleton.tsx'
import { isTaskStatus, taskKind, useTaskLabels } from './labels.ts'
import { useOpenTask } from './task-drawer.tsx'

type ObjectTasksProps = {
  entity: string
  id: number
  count?: number
  /** Also those about its parts: field of the task list that names the object a part belongs to. */
  parts?: 'port.switch' | 'outlet.pdu'
}

/** The last tasks about one object: when, what, by whom, and why it failed. A press opens the task in the drawer. */
export function ObjectTasks({ entity, id, count = 8, parts }: ObjectTasksProps) {
  const t = useTranslations('tasks')
  const said = useSaid()
  const trpc = useTRPC()
  const words = useTaskLabels()
  const [, openTask] = useOpenTask()
  const query = useQuery(
    trpc.vm.task.list.queryOptions(
      {
        query: {
          where: `(entity EQ '${entity}' AND registry_id EQ ${id})${parts ? ` OR ${parts} EQ ${id}` : ''}`,
          orderby: 'id desc',
          limit: `0,${count}`,
        },
      },
      { placeholderData: keepPreviousData },
    ),
  )
  if (query.data === undefined) {
    return query.error ? (
      <ErrorState title={t('unreadList')} cause={apiFault(query.error).msg} onRetry={() => void query.refetch()} />
    ) : (
      <SkeletonRows rows={3} label={t('loadingList')} />
    )
  }
  const { list, size } = query.data
  if (list.length === 0) return <p className="py-1 text-12 text-fg-3">{t('noneHere')}</p>
  return (
    <>
      <ul className="flex flex-col">
        {list.map((task) => (
          <li key={task.id}>
            <button
              type="button"
              onClick={() => void openTask(task.id)}
              className="-mx-2 grid w-[calc(100%+16px)] grid-cols-[14px_84px_minmax(0,1fr)_auto] items-baseline gap-x-2 rounded-sm px-2 py-1 text-left hover:bg-hover coarse:min-h-11"
            >
              <StateMark
                kind={isTaskStatus(task.status) ? taskKind(task.status) : 'unknown'}
                label={words.status(task.status)}
                className="self-center"
              />
              <span className="text-12 text-fg-3">
                <RelativeTime at={task.finished_at ?? task.created_at} />
              </span>
              <span className="truncate">
                {words.name(task.name)}
                {task.entity !== entity && task.registry_name ? (
                  <span className="text-fg-3"> {task.registry_name}</span>
                ) : null}
              </span>
              <span className="max-w-28 truncate text-12 text-fg-3">
                {task.account?.email.split('@')[0] ?? t('bySystem')}
              </span>
              {task.error && task.status === 'failed' ? (
                <span className="col-span-2 col-start-3 line-clamp-2 text-12 text-fg-2">{said(task.error.msg)}</span>
              ) : null}
            </button>
          </li>
        ))}
      </ul>
      {size > list.length && !parts ? (
        <p className="pt-1 text-12">
          <TextLink href={paths.tasks({ f: `entity:is:${entity};registry_id:is:${id}` })}>
            {t('allOfIt', { count: size })}
          </TextLink>
        </p>
      ) : null}
    </>
  )
}
