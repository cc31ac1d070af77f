'use client'
import { type ReactNode, useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { rackFields } from '../../server/domain/rack/fields.ts'
import type { Rack } from '../../server/domain/rack/schema.ts'
import { useTRPC, useTRPCClient } from '../api/trpc.ts'
import { useHealthFilter } from '../health/health-column.tsx'
import { HealthMark } from '../health/health-state.tsx'
import { paths } from '../paths.ts'
import { typeahead } from '../resource/loaders.ts'
import { useOwnFilters } from '../resource/own-filters.ts'
import { ResourceList } from '../resource/resource-list.tsx'
import type { FilterField } from '../table/filters.ts'
import { useRackColumns } from './columns.tsx'
import { useRackActions } from './use-rack-actions.tsx'

const rowHref = (rack: Rack) => paths.rack(rack.id)

/** All racks as a table, over all locations. */
export function RacksTable({ views }: { views: ReactNode }) {
  const t = useTranslations('racks')
  const trpc = useTRPC()
  const actions = useRackActions()
  return (
    <ResourceList<Rack>
      id="racks"
      words="racks"
      csv="dci/rack"
      list={trpc.dci.rack.list}
      views="health"
      filters={useFilters()}
      columns={useRackColumns()}
      rowHref={rowHref}
      actions={actions}
      phone={(rack) => ({
        detail: t('phone', { location: rack.location.name, free: rack.free, size: rack.size }),
        state: <HealthMark health={rack.health} named />,
      })}
      beside={views}
      imports="rack"
      create={actions.createButton()}
    />
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
          load: typeahead(dci.location.list.query),
        },
        { name: 'free', label: t('fields.free'), type: 'number' },
        { name: 'used', label: t('fields.used'), type: 'number' },
        { name: 'reserved', label: t('fields.reserved'), type: 'int' },
        { name: 'device_count', label: t('fields.device_count'), type: 'int' },
      ]),
    [t, complete, dci, health],
  )
}
