'use client'
import { useMemo } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import type { Pdu } from '../../server/domain/pdu/schema.ts'
import type { Switch } from '../../server/domain/switch/record.ts'
import { useDatacenterLoaders } from '../datacenter/loaders.ts'
import { NameLink, plainColumn, quiet } from '../table/cells.tsx'
import type { Column } from '../table/columns.ts'
import type { FilterField } from '../table/filters.ts'
import { RelativeTime } from '../ui/time.tsx'
import { GearState, type GearStatus } from './gear-state.tsx'

type Gear = Switch | Pdu
/** Why the last poll failed: switches and PDUs keep it in different places. */
export const faultOf = (row: Gear): string | null => ('fault' in row ? row.fault : (row.status_info.fault ?? null))

/** The columns that switches and PDUs have in common; `own` ones stand before the last contact. */
export function useGearColumns<Row extends Gear>(
  href: (row: Row) => string,
  own: readonly Column<Row>[] = [],
): readonly Column<Row>[] {
  const t = useTranslations('gear.fields')
  const words = useTranslations('dc')
  const format = useFormatter()
  return useMemo(
    (): Column<Row>[] => [
      plainColumn('name', t('name'), 140, (row) => <NameLink href={href(row)}>{row.name}</NameLink>, { always: true }),
      plainColumn('status', t('status'), 300, (row) => <GearState status={row.status} fault={faultOf(row)} />),
      plainColumn('ip', t('ip'), 120, (row) => row.ip, { mono: true }),
      plainColumn(
        'place',
        t('place'),
        170,
        (row) => [row.location.name, row.rack.name, words('unit', { unit: row.unit })].join(' › '),
        { sort: 'rack.name', quiet: true },
      ),
      plainColumn(
        'using_port',
        t('using_port'),
        80,
        (row) => words('usedOf', { used: format.number(row.using_port), of: format.number(row.total_port) }),
        { right: true },
      ),
      ...own,
      plainColumn(
        'last_success_update',
        t('last_success_update'),
        96,
        (row) => (row.last_success_update ? <RelativeTime at={row.last_success_update} /> : quiet),
        { quiet: true },
      ),
      plainColumn('device', t('device'), 130, (row) => row.device, { quiet: true, extra: true }),
      plainColumn('note', t('note'), 200, (row) => row.note, { quiet: true, extra: true }),
      plainColumn('id', t('id'), 56, (row) => row.id, { right: true, quiet: true, extra: true }),
    ],
    [t, words, format, href, own],
  )
}

export function useGearFilters(statuses: readonly GearStatus[]): readonly FilterField[] {
  const t = useTranslations('gear')
  const { locations, racks } = useDatacenterLoaders()
  return useMemo(
    () => [
      { name: 'name', label: t('fields.name'), type: 'text' },
      {
        name: 'status',
        label: t('fields.status'),
        type: 'enum',
        options: statuses.map((value) => ({ value, label: t(`states.${value}`) })),
      },
      { name: 'ip', label: t('fields.ip'), type: 'inet' },
      {
        name: 'location_id',
        label: t('fields.location'),
        type: 'int',
        load: locations.load,
        resolve: locations.resolve,
      },
      { name: 'rack', label: t('fields.rack'), type: 'int', load: racks.load, resolve: racks.resolve },
      { name: 'note', label: t('fields.note'), type: 'text' },
    ],
    [t, statuses, locations, racks],
  )
}
