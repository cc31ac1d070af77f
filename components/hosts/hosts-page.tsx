'use client'
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { crashReason } from '../../server/domain/host/crash-cause.ts'
import type { Host } from '../../server/domain/host/record.ts'
import { apiFault } from '../api/fault.ts'
import { useMay } from '../api/me.tsx'
import { readEvery } from '../api/readings.ts'
import { useTRPC, useTRPCClient } from '../api/trpc.ts'
import { useSaid } from '../i18n/said.tsx'
import { paths } from '../paths.ts'
import { useTaskOf } from '../shell/use-running-tasks.ts'
import { countedViews, countOf } from '../table/counted-views.ts'
import { CsvLink } from '../table/csv-link.tsx'
import { toTableData } from '../table/data.ts'
import { ResourceTable } from '../table/resource-table.tsx'
import { useTableState } from '../table/use-table-state.ts'
import type { View } from '../table/views.ts'
import { CreateButton } from '../ui/controls/create-button.tsx'
import { PageHeader } from '../ui/layout/page-header.tsx'
import { useHostBulk } from './bulk.tsx'
import { useHostColumns } from './columns.tsx'
import { hostViews, useHostFilters } from './filters.ts'
import { addressesOf, gib } from './host-sizes.ts'
import { HostState } from './host-state.tsx'
import { NoHosts } from './no-hosts.tsx'
import { useHostActions } from './use-host-actions.tsx'

const byName = { field: 'name', desc: false }
const rowId = (host: Host) => String(host.id)
const rowName = (host: Host) => host.name
const rowHref = (host: Host) => paths.host(host.id)
/** A plan over more machines than this is asked for in parts. */
const MOST_CHOSEN = 5000

/** All virtual machines a person may see. */
export function HostsPage() {
  const t = useTranslations('hosts')
  const trpc = useTRPC()
  const fields = useHostFilters()
  const table = useTableState({ id: 'hosts', fields, defaultSort: byName })
  const query = useQuery(
    trpc.vm.host.list.queryOptions(
      { query: table.query },
      { placeholderData: keepPreviousData, refetchInterval: readEvery.load },
    ),
  )
  const columns = useHostColumns(table.filters.some(({ field }) => field === 'health'))
  const actions = useHostActions()
  const bulk = useHostBulk(actions)
  const may = useMay()
  const views = useViews()
  const toPhone = useToPhone()
  const loadChosen = useLoadChosen(table.query)
  return (
    <>
      <PageHeader
        title={t('title')}
        sub={views[0]?.count === undefined ? undefined : <Count value={views[0].count} />}
        actions={
          <>
            <CsvLink list="vm/host" table={table} query={table.query} columns={columns} />
            {may('create_host') ? <CreateButton href={paths.newHost()}>{t('create')}</CreateButton> : null}
          </>
        }
      />
      <ResourceTable<Host>
        label={t('title')}
        table={table}
        data={faultWords(toTableData<Host>(query as never), query.error)}
        columns={columns}
        rowId={rowId}
        rowName={rowName}
        rowHref={rowHref}
        rowMenu={actions.entries}
        toPhone={toPhone}
        searchPlaceholder={t('searchPlaceholder')}
        views={views}
        bulk={bulk}
        loadChosen={loadChosen}
        empty={<NoHosts />}
      />
      {actions.dialogs}
    </>
  )
}

function Count({ value }: { value: number }) {
  return useFormatter().number(value)
}

/** The panel's own words instead of the transport's. */
const faultWords = <Data extends { cause?: unknown; stale?: unknown }>(data: Data, error: unknown): Data => ({
  ...data,
  ...(error && data.cause !== undefined ? { cause: apiFault(error).msg } : {}),
  ...(error && data.stale !== undefined ? { stale: apiFault(error).msg } : {}),
})

function useViews(): readonly View[] {
  const t = useTranslations('hosts')
  const trpc = useTRPC()
  const counts = useQueries({
    queries: hostViews.map((view) => trpc.vm.host.list.queryOptions(countOf(view))),
  })
  return countedViews(hostViews, (key) => t(`views.${key}`), counts)
}

function useToPhone() {
  const t = useTranslations('hosts')
  const format = useFormatter()
  const said = useSaid()
  const taskOf = useTaskOf()
  return useCallback(
    (host: Host) => {
      const task = taskOf('host', host.id)
      const facts = [
        t('cores', { count: host.cpu_number }),
        t('gib', { size: format.number(gib(host.ram_mib), { maximumFractionDigits: 1 }) }),
        addressesOf(host)[0],
      ]
      return {
        name: host.name,
        detail:
          said((host.fault && crashReason(host.fault.msg)) ?? task?.message ?? '') || facts.filter(Boolean).join(', '),
        state: <HostState host={host} task={task} bare />,
        href: paths.host(host.id),
      }
    },
    [t, said, format, taskOf],
  )
}

function useLoadChosen(query: { where?: string; search?: string; orderby: string }) {
  const t = useTranslations('hosts')
  const client = useTRPCClient()
  const { where, search, orderby } = query
  return useCallback(
    async (what: { ids: readonly string[] } | { all: true }): Promise<readonly Host[]> => {
      const asked =
        'all' in what
          ? { ...(where && { where }), ...(search && { search }), orderby, limit: `0,${MOST_CHOSEN}` }
          : { where: `id IN (${what.ids.map(Number).join(',')})` }
      const { list, size } = await client.vm.host.list.query({ query: asked })
      if (size > MOST_CHOSEN) throw new Error(t('bulk.tooMany', { count: MOST_CHOSEN }))
      return list
    },
    [client, where, search, orderby, t],
  )
}
