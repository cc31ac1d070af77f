'use client'
import { useTranslations } from 'use-intl'
import type { Location } from '../../server/domain/location/schema.ts'
import { useTRPC } from '../api/trpc.ts'
import { paths } from '../paths.ts'
import { ResourceList } from '../resource/resource-list.tsx'
import { useLocationColumns, useLocationFilters } from './columns.tsx'
import { LocationState } from './location-state.tsx'
import { useLocationActions } from './use-location-actions.tsx'

const rowHref = (location: Location) => paths.location(location.id)

/** All sites of the installation. */
export function LocationsPage() {
  const t = useTranslations('locations')
  const trpc = useTRPC()
  const actions = useLocationActions()
  return (
    <ResourceList<Location>
      id="locations"
      words="locations"
      csv="dci/location"
      imports="location"
      list={trpc.dci.location.list}
      views="health"
      filters={useLocationFilters()}
      columns={useLocationColumns()}
      rowHref={rowHref}
      actions={actions}
      phone={(location) => ({
        detail: location.fault ?? t('phone', { racks: location.rack_count, servers: location.server_count }),
        state: <LocationState location={location} bare />,
      })}
      create={actions.createButton()}
    />
  )
}
