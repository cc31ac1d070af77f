'use client'
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import { parseAsStringLiteral, useQueryState } from 'nuqs'
import { useCallback } from 'react'
import { useTranslations } from 'use-intl'
import { warehouseKinds } from '../../server/domain/warehouse/kinds.ts'
import type { StockItem } from '../../server/domain/warehouse/schema.ts'
import { useTRPC } from '../api/trpc.ts'
import { ListChoice } from '../table/list-choice.tsx'
import { ListScreen } from '../table/list-screen.tsx'
import { useTableState } from '../table/use-table-state.ts'
import { useStockColumns, useStockFilters } from './columns.tsx'
import { StockState } from './stock-state.tsx'
import { useStockActions } from './use-stock-actions.tsx'

const byName = { field: 'name', desc: false }

/** What stands in no rack: spare devices and parts, a tab for each kind. */
export function WarehousePage() {
  const t = useTranslations('warehouse')
  const trpc = useTRPC()
  const [device_type, choose] = useQueryState('kind', parseAsStringLiteral(warehouseKinds).withDefault('switch'))
  const table = useTableState({ id: 'warehouse', fields: useStockFilters(), defaultSort: byName })
  const query = useQuery(
    trpc.dci.warehouse.list.queryOptions(
      { params: { device_type }, query: table.query },
      { placeholderData: keepPreviousData },
    ),
  )
  const actions = useStockActions()
  const toPhone = useCallback(
    (item: StockItem) => ({
      name: item.name,
      detail: [item.serial, item.location?.name, item.place].filter(Boolean).join(', '),
      state: <StockState status={item.warehouse_status} />,
    }),
    [],
  )
  return (
    <ListScreen<StockItem>
      title={t('title')}
      table={table}
      query={query}
      columns={useStockColumns()}
      rowMenu={actions.entries}
      toPhone={toPhone}
      searchPlaceholder={t('searchPlaceholder')}
      empty={{ title: t(`none.${device_type}`), hint: t('noneHint') }}
      tabs={<Kinds current={device_type} onChoose={(kind) => void choose(kind)} />}
      create={actions.createButton({ device_type })}
    >
      {actions.dialogs}
    </ListScreen>
  )
}

type Kind = StockItem['device_type']

function Kinds({ current, onChoose }: { current: Kind; onChoose: (kind: Kind) => void }) {
  const t = useTranslations('warehouse')
  const trpc = useTRPC()
  const sizes = useQueries({
    queries: warehouseKinds.map((device_type) =>
      trpc.dci.warehouse.list.queryOptions({ params: { device_type }, query: { limit: '0' } }),
    ),
  })
  return (
    <ListChoice
      label={t('kind')}
      value={current}
      onValueChange={onChoose}
      options={warehouseKinds.map((kind, at) => ({
        value: kind,
        label: t(`kinds.${kind}`),
        count: sizes[at]?.data?.size,
      }))}
    />
  )
}
