'use client'
import { lazy, useCallback } from 'react'
import type { WarehouseKind } from '../../server/domain/warehouse/kinds.ts'
import type { StockItem } from '../../server/domain/warehouse/schema.ts'
import { type Asking, useRecordActions } from '../resource/use-record-actions.tsx'
import type { MenuEntry } from '../ui/floating/menu-entries.ts'

const StockDialogs = lazy(() => import('./stock-dialogs.tsx'))

export type StockAsking = Asking<StockItem, never, { device_type: WarehouseKind }>

/** The one definition of what can be done to a spare. Put `dialogs` on the page once. */
export function useStockActions() {
  const { edit, remove, ...asking } = useRecordActions<StockItem, StockAsking>('warehouse', StockDialogs)
  const entries = useCallback(
    (item: StockItem): MenuEntry[] => [edit(item), { kind: 'line' }, remove(item)],
    [edit, remove],
  )
  return { entries, ...asking }
}
