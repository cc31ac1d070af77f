'use client'
import { useMemo } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { locationFields } from '../../server/domain/location/fields.ts'
import type { Location } from '../../server/domain/location/schema.ts'
import { locationStatuses } from '../../server/domain/location/states.ts'
import { useHealthColumn, useHealthFilter } from '../health/health-column.tsx'
import { paths } from '../paths.ts'
import { useOwnColumns } from '../resource/own-columns.tsx'
import { useOwnFilters } from '../resource/own-filters.ts'
import { NameLink, plainColumn, quiet } from '../table/cells.tsx'
import type { Column } from '../table/columns.ts'
import { enumFilter, type FilterField } from '../table/filters.ts'
import { useColumn } from '../table/use-column.ts'
import { RelativeTime } from '../ui/display/time.tsx'
import { LocationState } from './location-state.tsx'

/** The columns of locations; `extra` ones wait in the chooser. */
export function useLocationColumns(): readonly Column<Location>[] {
  const t = useTranslations('locations.fields')
  const plain = useColumn('locations')
  const format = useFormatter()
  const health = useHealthColumn<Location>()
  const { column, complete } = useOwnColumns<Location>(locationFields, 'locations')
  return useMemo(() => {
    const count = (id: 'rack_count' | 'server_count' | 'switch_count' | 'pdu_count') =>
      plainColumn<Location>(id, t(id), 70, (row) => format.number(row[id]), { right: true })
    return complete([
      plain('name', 130, (row) => <NameLink href={paths.location(row.id)}>{row.name}</NameLink>, { always: true }),
      plain('status', 140, (row) => <LocationState location={row} />),
      health,
      plain('ssh_address', 150, (row) => `${row.ssh_address}:${row.ssh_port}`, { mono: true }),
      column('geolocation', { size: 220, extra: false }),
      count('rack_count'),
      count('server_count'),
      count('switch_count'),
      count('pdu_count'),
      plain('checked_at', 100, (row) => (row.checked_at ? <RelativeTime at={row.checked_at} /> : quiet), {
        quiet: true,
      }),
    ])
  }, [t, format, health, column, complete, plain])
}

export function useLocationFilters(): readonly FilterField[] {
  const t = useTranslations('locations')
  const health = useHealthFilter()
  const complete = useOwnFilters(locationFields, 'locations')
  return useMemo(
    () =>
      complete([
        health,
        enumFilter('status', t('fields.status'), locationStatuses, (value) => t(`states.${value}`)),
        { name: 'ssh_address', label: t('fields.ssh_address'), type: 'text' },
        { name: 'rack_count', label: t('fields.rack_count'), type: 'int' },
        { name: 'server_count', label: t('fields.server_count'), type: 'int' },
        { name: 'checked_at', label: t('fields.checked_at'), type: 'time', nullable: true },
      ]),
    [t, complete, health],
  )
}
