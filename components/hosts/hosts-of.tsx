'use client'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useCallback, useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { crashReason } from '../../server/domain/host/crash-cause.ts'
import type { Host } from '../../server/domain/host/record.ts'
import { readEvery } from '../api/readings.ts'
import { tableData } from '../api/table-data.ts'
import { useTRPC } from '../api/trpc.ts'
import { useSaid } from '../i18n/said.tsx'
import { paths } from '../paths.ts'
import { useTaskOf } from '../shell/use-running-tasks.ts'
import { ResourceTable } from '../table/resource-table.tsx'
import { useTableState } from '../table/use-table-state.ts'
import { useHostColumns } from './columns.tsx'
import { useHostFilters } from './filters.ts'
import { addressesOf } from './host-sizes.ts'
import { HostState } from './host-state.tsx'
import { useHostActions } from './use-host-actions.tsx'

const byName = { field: 'name', desc: false }
const rowId = (host: Host) => String(host.id)
const rowName = (host: Host) => host.name
const rowHref = (host: Host) => paths.host(host.id)

type HostsOfProps = {
  /** Names the table in what the browser remembers: `node.hosts`. */
  id: string
  /** Which machines, in the grammar of `where`. */
  base: string
  /** Columns that would say the same in every row. */
  without: readonly string[]
  empty: ReactNode
}

/** The machines of another object, as a tab of its page. */
export function HostsOf({ id, base, without, empty }: HostsOfProps) {
  const t = useTranslations('hosts')
  const trpc = useTRPC()
  const taskOf = useTaskOf()
  const said = useSaid()
  const all = useHostFilters()
  const fields = useMemo(() => all.filter((field) => !without.includes(field.name)), [all, without])
  const table = useTableState({ id, fields, defaultSort: byName, base, prefix: 'vm' })
  const query = useQuery(
    trpc.vm.host.list.queryOptions(
      { query: table.query },
      { placeholderData: keepPreviousData, refetchInterval: readEvery.load },
    ),
  )
  const allColumns = useHostColumns()
  const columns = useMemo(() => allColumns.filter((column) => !without.includes(column.id)), [allColumns, without])
  const actions = useHostActions()
  const toPhone = useCallback(
    (host: Host) => ({
      name: host.name,
      detail: said((host.fault && crashReason(host.fault.msg)) ?? '') || (addressesOf(host)[0] ?? host.os_name ?? ''),
      state: <HostState host={host} task={taskOf('host', host.id)} bare />,
      href: rowHref(host),
    }),
    [taskOf, said],
  )
  return (
    <>
      <ResourceTable<Host>
        label={t('title')}
        table={table}
        data={tableData<Host>(query)}
        columns={columns}
        rowId={rowId}
        rowName={rowName}
        rowHref={rowHref}
        rowMenu={actions.entries}
        toPhone={toPhone}
        searchPlaceholder={t('searchPlaceholder')}
        empty={empty}
      />
      {actions.dialogs}
    </>
  )
}
