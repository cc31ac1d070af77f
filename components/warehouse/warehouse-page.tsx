'use client'
import { useQueries } from '@tanstack/react-query'
import { parseAsStringLiteral, useQueryState } from 'nuqs'
import { useTranslations } from 'use-intl'
import { warehouseKinds } from '../../server/domain/warehouse/kinds.ts'
import type { StockItem } from '../../server/domain/warehouse/schema.ts'
import { useTRPC } from '../api/trpc.ts'
import { ResourceList } from '../resource/resource-list.tsx'
import { ListChoice } from '../table/list-choice.tsx'
import { useStockColumns, useStockFilters } from './columns.tsx'
import { StockState } from './stock-state.tsx'
import { useStockActions } from './use-stock-actions.tsx'

/** What stands in no rack: spare devices and parts, a tab for each kind. */
export function WarehousePage() {
  const t = useTranslations('warehouse')
  const trpc = useTRPC()
  const [device_type, choose] = useQueryState('kind', parseAsStringLiteral(warehouseKinds).withDefault('switch'))
  const actions = useStockActions()
  return (
    <ResourceList<StockItem>
      id="warehouse"
      words="warehouse"
      list={trpc.dci.warehouse.list}
      params={{ device_type }}
      filters={useStockFilters()}
      columns={useStockColumns()}
      actions={actions}
      phone={(item) => ({
        detail: [item.serial, item.location?.name, item.place].filter(Boolean).join(', '),
        state: <StockState status={item.warehouse_status} />,
      })}
      empty={{ title: t(`none.${device_type}`), hint: t('noneHint') }}
      tabs={<Kinds current={device_type} onChoose={(kind) => void choose(kind)} />}
      create={actions.createButton({ device_type })}
    />
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
