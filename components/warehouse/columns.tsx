'use client'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { stockFields } from '../../server/domain/warehouse/fields.ts'
import { warehouseStatuses } from '../../server/domain/warehouse/kinds.ts'
import type { StockItem } from '../../server/domain/warehouse/schema.ts'
import { paths } from '../paths.ts'
import { useLoaders } from '../resource/loaders.ts'
import { useOwnColumns } from '../resource/own-columns.tsx'
import { useOwnFilters } from '../resource/own-filters.ts'
import type { Column } from '../table/columns.ts'
import { enumFilter, type FilterField } from '../table/filters.ts'
import { useColumn } from '../table/use-column.ts'
import { TextLink } from '../ui/display/text.tsx'
import { StockState } from './stock-state.tsx'

/** The columns of what is in stock. */
export function useStockColumns(): readonly Column<StockItem>[] {
  const plain = useColumn('warehouse')
  const { column, complete } = useOwnColumns<StockItem>(stockFields, 'warehouse')
  return useMemo(
    () =>
      complete([
        plain('name', 200, (row) => row.name, { always: true }),
        plain('warehouse_status', 130, (row) => <StockState status={row.warehouse_status} />),
        column('quantity', { extra: false }),
        column('serial', { size: 150, extra: false }),
        plain(
          'location',
          150,
          (row) =>
            row.location ? (
              <TextLink plain href={paths.location(row.location.id)} tabIndex={-1} prefetch={false}>
                {row.location.name}
              </TextLink>
            ) : null,
          { sort: 'location.name' },
        ),
        column('place', { size: 140, extra: false }),
        column('note', { size: 240, extra: false }),
      ]),
    [column, complete, plain],
  )
}

export function useStockFilters(): readonly FilterField[] {
  const t = useTranslations('warehouse')
  const { locations } = useLoaders()
  const complete = useOwnFilters(stockFields, 'warehouse')
  return useMemo(
    () =>
      complete([
        enumFilter('warehouse_status', t('fields.warehouse_status'), warehouseStatuses, (value) =>
          t(`statuses.${value}`),
        ),
        {
          name: 'location',
          label: t('fields.location'),
          type: 'int',
          nullable: true,
          ...locations,
        },
      ]),
    [t, complete, locations],
  )
}
