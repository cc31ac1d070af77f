'use client'
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { useSearchParams } from 'next/navigation'
import { useCallback } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import type { Task } from '../../server/domain/task/schema.ts'
import { tableData } from '../api/table-data.ts'
import { useTRPC, useTRPCClient } from '../api/trpc.ts'
import { useSaid } from '../i18n/said.tsx'
import { paths } from '../paths.ts'
import { CsvLink } from '../table/csv-link.tsx'
import { ResourceTable } from '../table/resource-table.tsx'
import { useTableState } from '../table/use-table-state.ts'
import type { View } from '../table/views.ts'
import { Button } from '../ui/controls/button.tsx'
import { EmptyState } from '../ui/layout/empty-state.tsx'
import { PageHeader } from '../ui/layout/page-header.tsx'
import { useTaskWords } from './labels.ts'
import { TaskState, useTaskColumns } from './task-columns.tsx'
import { taskViews, useTaskFilters } from './task-filters.ts'
import { useSubjectWords } from './task-subject.tsx'
import { useTaskActions } from './use-task-actions.tsx'

const newest = { field: 'id', desc: true }
const rowId = (task: Task) => String(task.id)
/** A plan over more tasks than this is asked for in parts. */
const MOST_CHOSEN = 5000

/** Everything the panel does or did for the person; for administrators, for everybody. */
export function TasksPage() {
  const t = useTranslations('tasks')
  const said = useSaid()
  const format = useFormatter()
  const trpc = useTRPC()
  const words = useTaskWords()
  const subject = useSubjectWords()
  const address = useSearchParams()
  const table = useTableState({ id: 'tasks', fields: useTaskFilters(), defaultSort: newest })
  const query = useQuery(trpc.vm.task.list.queryOptions({ query: table.query }, { placeholderData: keepPreviousData }))
  const columns = useTaskColumns()
  const actions = useTaskActions()
  const views = useViews()
  const loadChosen = useLoadChosen(table.query)
  // The drawer opens over the table as it stands: filters and page stay in the address.
  const rowHref = useCallback(
    (task: Task) => {
      const next = Object.fromEntries(address)
      return paths.tasks({ ...next, task: task.id })
    },
    [address],
  )
  const toPhone = (task: Task) => ({
    name: words.name(task.name),
    detail: said((task.status === 'failed' ? task.error?.msg : null) ?? '') || subject(task),
    state: <TaskState task={task} bare />,
    href: rowHref(task),
  })
  return (
    <>
      <PageHeader
        title={t('title')}
        sub={views[0]?.count === undefined ? undefined : format.number(views[0].count)}
        actions={<CsvLink list="vm/task" table={table} query={table.query} columns={columns} />}
      />
      <ResourceTable<Task>
        label={t('title')}
        table={table}
        data={tableData<Task>(query)}
        columns={columns}
        rowId={rowId}
        rowName={(task) => `${words.name(task.name)}, ${task.id}`}
        rowHref={rowHref}
        rowMenu={actions.entries}
        toPhone={toPhone}
        searchPlaceholder={t('searchPlaceholder')}
        views={views}
        bulk={actions.bulk}
        loadChosen={loadChosen}
        empty={
          <EmptyState
            title={t('none')}
            actions={
              <Button asChild>
                <Link href={paths.hosts()}>{t('toHosts')}</Link>
              </Button>
            }
          >
            {t('noneHint')}
          </EmptyState>
        }
      />
    </>
  )
}

function useViews(): readonly View[] {
  const t = useTranslations('tasks')
  const trpc = useTRPC()
  const counts = useQueries({
    queries: taskViews.map(({ where }) =>
      trpc.vm.task.list.queryOptions({ query: { limit: '0', ...(where && { where }) } }),
    ),
  })
  return taskViews.map(({ key, filters }, at) => {
    const count = counts[at]?.data?.size
    return { label: t(`views.${key}`), q: '', filters, sort: null, ...(count !== undefined && { count }) }
  })
}

function useLoadChosen({ where, search, orderby }: { where?: string; search?: string; orderby: string }) {
  const t = useTranslations('hosts')
  const client = useTRPCClient()
  return useCallback(
    async (what: { ids: readonly string[] } | { all: true }): Promise<readonly Task[]> => {
      const asked =
        'all' in what
          ? { ...(where && { where }), ...(search && { search }), orderby, limit: `0,${MOST_CHOSEN}` }
          : { where: `id IN (${what.ids.map(Number).join(',')})`, limit: `0,${MOST_CHOSEN}` }
      const { list, size } = await client.vm.task.list.query({ query: asked })
      if (size > MOST_CHOSEN) throw new Error(t('bulk.tooMany', { count: MOST_CHOSEN }))
      return list
    },
    [client, where, search, orderby, t],
  )
}
