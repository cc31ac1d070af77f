'use client'
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useTranslations } from 'use-intl'
import type { Location } from '../../server/domain/location/schema.ts'
import { useTRPC } from '../api/trpc.ts'
import { healthViews, useHealthViews } from '../health/health-column.tsx'
import { ImportLink } from '../import/import-link.tsx'
import { paths } from '../paths.ts'
import { countOf } from '../table/counted-views.ts'
import { ListScreen } from '../table/list-screen.tsx'
import { useTableState } from '../table/use-table-state.ts'
import { CreateButton } from '../ui/create-button.tsx'
import { useLocationColumns, useLocationFilters } from './columns.tsx'
import { LocationState } from './location-state.tsx'
import { useLocationActions } from './use-location-actions.tsx'

const byName = { field: 'name', desc: false }
const rowHref = (location: Location) => paths.location(location.id)

/** All sites of the installation. */
export function LocationsPage() {
  const t = useTranslations('locations')
  const trpc = useTRPC()
  const table = useTableState({ id: 'locations', fields: useLocationFilters(), defaultSort: byName })
  const query = useQuery(
    trpc.dci.location.list.queryOptions({ query: table.query }, { placeholderData: keepPreviousData }),
  )
  const views = useHealthViews(
    useQueries({ queries: healthViews.map((view) => trpc.dci.location.list.queryOptions(countOf(view))) }),
  )
  const actions = useLocationActions()
  const toPhone = useCallback(
    (location: Location) => ({
      name: location.name,
      detail: location.fault ?? t('phone', { racks: location.rack_count, servers: location.server_count }),
      state: <LocationState location={location} bare />,
      href: rowHref(location),
    }),
    [t],
  )
  return (
    <ListScreen<Location>
      title={t('title')}
      csv="dci/location"
      actions={<ImportLink kind="location" />}
      table={table}
      query={query}
      views={views}
      size={views[0]?.count}
      columns={useLocationColumns()}
      rowHref={rowHref}
      rowMenu={actions.entries}
      toPhone={toPhone}
      searchPlaceholder={t('searchPlaceholder')}
      empty={{ title: t('none'), hint: t('noneHint') }}
      create={<CreateButton onClick={() => actions.ask({ command: 'create' })}>{t('create')}</CreateButton>}
    >
      {actions.dialogs}
    </ListScreen>
  )
}
