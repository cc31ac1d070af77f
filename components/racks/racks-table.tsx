'use client'
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import { type ReactNode, useCallback, useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { rackFields } from '../../server/domain/rack/fields.ts'
import type { Rack } from '../../server/domain/rack/schema.ts'
import { useTRPC, useTRPCClient } from '../api/trpc.ts'
import { healthViews, useHealthFilter, useHealthViews } from '../health/health-column.tsx'
import { HealthMark } from '../health/health-state.tsx'
import { ImportLink } from '../import/import-link.tsx'
import { paths } from '../paths.ts'
import { useOwnFilters } from '../resource/own-filters.ts'
import { countOf } from '../table/counted-views.ts'
import type { FilterField } from '../table/filters.ts'
import { ListScreen } from '../table/list-screen.tsx'
import { useTableState } from '../table/use-table-state.ts'
import { CreateButton } from '../ui/create-button.tsx'
import { useRackColumns } from './columns.tsx'
import { useRackActions } from './use-rack-actions.tsx'

const byName = { field: 'name', desc: false }
const rowHref = (rack: Rack) => paths.rack(rack.id)

/** All racks as a table, over all locations. */
export function RacksTable({ views }: { views: ReactNode }) {
  const t = useTranslations('racks')
  const trpc = useTRPC()
  const table = useTableState({ id: 'racks', fields: useFilters(), defaultSort: byName })
  const query = useQuery(trpc.dci.rack.list.queryOptions({ query: table.query }, { placeholderData: keepPreviousData }))
  const quickViews = useHealthViews(
    useQueries({ queries: healthViews.map((view) => trpc.dci.rack.list.queryOptions(countOf(view))) }),
  )
  const actions = useRackActions()
  const toPhone = useCallback(
    (rack: Rack) => ({
      name: rack.name,
      detail: t('phone', { location: rack.location.name, free: rack.free, size: rack.size }),
      state: <HealthMark health={rack.health} named />,
      href: rowHref(rack),
    }),
    [t],
  )
  return (
    <ListScreen<Rack>
      title={t('title')}
      csv="dci/rack"
      table={table}
      query={query}
      views={quickViews}
      size={quickViews[0]?.count}
      columns={useRackColumns()}
      rowHref={rowHref}
      rowMenu={actions.entries}
      toPhone={toPhone}
      searchPlaceholder={t('searchPlaceholder')}
      empty={{ title: t('none'), hint: t('noneHint') }}
      actions={
        <>
          {views}
          <ImportLink kind="rack" />
        </>
      }
      create={<CreateButton onClick={() => actions.ask({ command: 'create' })}>{t('create')}</CreateButton>}
    >
      {actions.dialogs}
    </ListScreen>
  )
}

function useFilters(): readonly FilterField[] {
  const t = useTranslations('racks')
  const { dci } = useTRPCClient()
  const health = useHealthFilter()
  const complete = useOwnFilters(rackFields, 'racks')
  return useMemo(
    () =>
      complete([
        health,
        {
          name: 'location',
          label: t('fields.location'),
          type: 'int',
          load: async (search: string, signal: AbortSignal) => {
            const query = { search, orderby: 'name', limit: '0,20' }
            const { list, size } = await dci.location.list.query({ query }, { signal })
            return { list: list.map(({ id, name }) => ({ value: String(id), label: name })), size }
          },
        },
        { name: 'free', label: t('fields.free'), type: 'number' },
        { name: 'used', label: t('fields.used'), type: 'number' },
        { name: 'reserved', label: t('fields.reserved'), type: 'int' },
        { name: 'device_count', label: t('fields.device_count'), type: 'int' },
      ]),
    [t, complete, dci, health],
  )
}
