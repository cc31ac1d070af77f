'use client'
import { useMemo } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import type { Pdu } from '../../server/domain/pdu/schema.ts'
import type { Switch } from '../../server/domain/switch/record.ts'
import { useHealthColumn, useHealthFilter } from '../health/health-column.tsx'
import { usePlaceLabel } from '../locations/place-path.tsx'
import { useLoaders } from '../resource/loaders.ts'
import { useOwnColumns } from '../resource/own-columns.tsx'
import { useOwnFilters } from '../resource/own-filters.ts'
import { NameLink, plainColumn, quiet } from '../table/cells.tsx'
import type { Column } from '../table/columns.ts'
import { enumFilter, type FilterField } from '../table/filters.ts'
import { useColumn } from '../table/use-column.ts'
import { RelativeTime } from '../ui/display/time.tsx'
import { fieldsOfKind } from './device-fields.ts'
import { DeviceState, type DeviceStatus } from './device-state.tsx'
import { driverLabel, useDrivers } from './use-drivers.ts'

type Device = Switch | Pdu
/** Why the last poll failed: switches and PDUs keep it in different places. */
export const faultOf = (row: Device): string | null => ('fault' in row ? row.fault : (row.status_info.fault ?? null))

/** What the device says it is; null when it does not. */
const modelOf = (row: Device): string | null => ('additional_info' in row && row.additional_info.model) || null

const NONE: readonly [] = []

/** The columns that switches and PDUs have in common; `own` ones stand before the last contact. */
export function useDeviceColumns<Row extends Device>(
  kind: keyof typeof fieldsOfKind,
  href: (row: Row) => string,
  own: readonly Column<Row>[] = NONE,
): readonly Column<Row>[] {
  const t = useTranslations('device.fields')
  const plain = useColumn('device')
  const words = useTranslations('dc')
  const place = usePlaceLabel()
  const format = useFormatter()
  // What both kinds have fills a window of 1,440 px; own columns take from the causes.
  const health = useHealthColumn<Row>(270 - own.reduce((sum, { size = 0 }) => sum + size, 0))
  const { drivers } = useDrivers(kind)
  const { column, complete } = useOwnColumns<Row>(fieldsOfKind[kind], 'device')
  return useMemo(() => {
    return complete([
      plain('name', 140, (row) => <NameLink href={href(row)}>{row.name}</NameLink>, { always: true }),
      health,
      // Else how the panel speaks to it.
      plainColumn('device', t('model'), 150, (row) => modelOf(row) ?? driverLabel(drivers, row.device), {
        quiet: true,
      }),
      plain('location', 110, (row) => row.location.name, { sort: 'location.name' }),
      column('ip', { size: 120, extra: false }),
      plain('place', 150, (row) => [row.rack.name, place(row.unit, row.face)].join(' › '), {
        sort: 'rack.name',
        quiet: true,
      }),
      plain(
        'using_port',
        80,
        (row) => words('usedOf', { used: format.number(row.using_port), of: format.number(row.total_port) }),
        { right: true },
      ),
      ...own,
      plain(
        'last_success_update',
        96,
        (row) => (row.last_success_update ? <RelativeTime at={row.last_success_update} /> : quiet),
        { quiet: true },
      ),
      plain('status', 160, (row) => <DeviceState status={row.status} />, { extra: true }),
    ])
  }, [t, words, place, format, href, own, drivers, health, column, complete, plain])
}

export function useDeviceFilters(
  kind: keyof typeof fieldsOfKind,
  statuses: readonly DeviceStatus[],
): readonly FilterField[] {
  const t = useTranslations('device')
  const { locations, racks } = useLoaders()
  const health = useHealthFilter()
  const complete = useOwnFilters(fieldsOfKind[kind], 'device')
  return useMemo(
    () =>
      complete([
        health,
        enumFilter('status', t('fields.status'), statuses, (value) => t(`states.${value}`)),
        {
          name: 'location_id',
          label: t('fields.location'),
          type: 'int',
          ...locations,
        },
        { name: 'rack', label: t('fields.rack'), type: 'int', ...racks },
      ]),
    [t, complete, statuses, locations, racks, health],
  )
}
