'use client'
import { useMemo } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { warehouseStatuses } from '../../server/domain/warehouse/kinds.ts'
import type { StockItem } from '../../server/domain/warehouse/schema.ts'
import { useDatacenterLoaders } from '../datacenter/loaders.ts'
import { paths } from '../paths.ts'
import { plainColumn } from '../table/cells.tsx'
import type { Column } from '../table/columns.ts'
import type { FilterField } from '../table/filters.ts'
import { TextLink } from '../ui/text.tsx'
import { StockState } from './stock-state.tsx'

/** The columns of what is in stock. */
export function useStockColumns(): readonly Column<StockItem>[] {
  const t = useTranslations('warehouse.fields')
  const format = useFormatter()
  return useMemo(
    (): Column<StockItem>[] => [
      plainColumn('name', t('name'), 200, (row) => row.name, { always: true }),
      plainColumn('warehouse_status', t('warehouse_status'), 130, (row) => (
        <StockState status={row.warehouse_status} />
      )),
      plainColumn('quantity', t('quantity'), 80, (row) => format.number(row.quantity), { right: true }),
      plainColumn('serial', t('serial'), 150, (row) => row.serial, { mono: true }),
      plainColumn(
        'location',
        t('location'),
        150,
        (row) =>
          row.location ? (
            <TextLink plain href={paths.location(row.location.id)} tabIndex={-1} prefetch={false}>
              {row.location.name}
            </TextLink>
          ) : null,
        { sort: 'location.name' },
      ),
      plainColumn('place', t('place'), 140, (row) => row.place),
      plainColumn('note', t('note'), 240, (row) => row.note, { quiet: true }),
      plainColumn('id', t('id'), 64, (row) => row.id, { right: true, quiet: true, extra: true }),
    ],
    [t, format],
  )
}

export function useStockFilters(): readonly FilterField[] {
  const t = useTranslations('warehouse')
  const { locations } = useDatacenterLoaders()
  return useMemo(
    () => [
      { name: 'name', label: t('fields.name'), type: 'text' },
      {
        name: 'warehouse_status',
        label: t('fields.warehouse_status'),
        type: 'enum',
        options: warehouseStatuses.map((value) => ({ value, label: t(`statuses.${value}`) })),
      },
      { name: 'serial', label: t('fields.serial'), type: 'text' },
      { name: 'quantity', label: t('fields.quantity'), type: 'int' },
      {
        name: 'location',
        label: t('fields.location'),
        type: 'int',
        nullable: true,
        load: locations.load,
        resolve: locations.resolve,
      },
      { name: 'place', label: t('fields.place'), type: 'text' },
      { name: 'note', label: t('fields.note'), type: 'text' },
    ],
    [t, locations],
  )
}
