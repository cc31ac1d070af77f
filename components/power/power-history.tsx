'use client'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { PowerEvent } from '../../server/domain/server/power-schema.ts'
import { apiFault } from '../api/fault.ts'
import { useTRPC } from '../api/trpc.ts'
import { Said } from '../i18n/said.tsx'
import { taskKind, useTaskLabels } from '../tasks/labels.ts'
import { useOpenTask } from '../tasks/task-drawer.tsx'
import { State } from '../ui/display/state-mark.tsx'
import { RelativeTime } from '../ui/display/time.tsx'
import { ErrorState } from '../ui/layout/error-state.tsx'
import { SkeletonRows } from '../ui/layout/skeleton.tsx'
import { Table, TableHead, Td, Th, Tr } from '../ui/layout/table.tsx'
import { doingOf, usePowerLabel } from './labels.ts'

const SHOWN = 50

/** Who did what and when, and what was only seen to change; newest first. */
export function PowerHistory({ server_id }: { server_id: number }) {
  const t = useTranslations('power')
  const trpc = useTRPC()
  const query = useQuery(
    trpc.dci.power.history.queryOptions(
      { params: { server_id }, query: { orderby: 'id desc', limit: String(SHOWN) } },
      { placeholderData: keepPreviousData },
    ),
  )
  if (query.data === undefined)
    return query.error ? (
      <ErrorState title={t('history.unread')} cause={apiFault(query.error).msg} onRetry={() => void query.refetch()} />
    ) : (
      <SkeletonRows rows={3} label={t('history.title')} />
    )
  const { list, size } = query.data
  if (list.length === 0) return <p className="text-fg-3">{t('history.none')}</p>
  return (
    <>
      <Table label={t('history.title')}>
        <TableHead>
          <Th>{t('history.when')}</Th>
          <Th>{t('history.what')}</Th>
          <Th>{t('history.became')}</Th>
          <Th className="phone:hidden">{t('history.who')}</Th>
        </TableHead>
        <tbody>
          {list.map((event) => (
            <Line key={event.id} event={event} />
          ))}
        </tbody>
      </Table>
      {size > list.length ? (
        <p className="pt-1 text-12 text-fg-3">{t('history.more', { count: list.length })}</p>
      ) : null}
    </>
  )
}

function Line({ event }: { event: PowerEvent }) {
  const t = useTranslations('power')
  const power = useTranslations('servers.power')
  const words = useTaskLabels()
  const label = usePowerLabel()
  const [, openTask] = useOpenTask()
  const { action, before, after, state, task_id, fault } = event
  const command = doingOf(action)
  const name = command === null ? t('history.seen') : label(command)
  return (
    <Tr>
      <Td quiet>
        <RelativeTime at={event.at} />
      </Td>
      <Td>
        {task_id === null ? (
          <span className="text-fg-2">{name}</span>
        ) : (
          <button type="button" className="rounded-xs text-left hover:underline" onClick={() => void openTask(task_id)}>
            {name}
          </button>
        )}
        {fault ? (
          <span className="block max-w-140 text-12 break-words whitespace-normal text-fg-2">
            <Said text={fault} />
          </span>
        ) : null}
      </Td>
      <Td>
        <span className="flex items-center gap-1.5">
          {command !== null && state !== 'complete' ? (
            <State kind={taskKind(state)}>{words.status(state)}</State>
          ) : null}
          {after === null ? null : (
            <span className="flex items-center gap-1.5 whitespace-nowrap">
              {before === after ? null : <span className="text-fg-3 phone:hidden">{power(before)} →</span>}
              <State kind={after}>{power(after)}</State>
            </span>
          )}
        </span>
      </Td>
      <Td quiet className="phone:hidden">
        {event.user ?? (command === null ? t('history.outside') : '-')}
      </Td>
    </Tr>
  )
}
