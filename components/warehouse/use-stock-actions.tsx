'use client'
import Pencil from 'lucide-react/icons/pencil'
import { lazy, useCallback } from 'react'
import { useTranslations } from 'use-intl'
import type { WarehouseKind } from '../../server/domain/warehouse/kinds.ts'
import type { StockItem } from '../../server/domain/warehouse/schema.ts'
import { useAsking } from '../form/use-asking.tsx'
import { DeleteIcon } from '../ui/display/icons.tsx'
import type { MenuEntry } from '../ui/floating/menu-entries.ts'

const StockDialogs = lazy(() => import('./stock-dialogs.tsx'))

export type StockAsking =
  | { command: 'create'; device_type: WarehouseKind }
  | { command: 'edit' | 'delete'; item: StockItem }

/** The one definition of what can be done to something in stock. Put `dialogs` on the page once. */
export function useStockActions() {
  const t = useTranslations('warehouse')
  const { ask, dialogs } = useAsking<StockAsking>((asked, close) => <StockDialogs asked={asked} onClose={close} />)
  const entries = useCallback(
    (item: StockItem): MenuEntry[] => [
      { label: t('edit'), icon: <Pencil />, onSelect: () => ask({ command: 'edit', item }) },
      { kind: 'line' },
      { label: t('delete'), icon: <DeleteIcon />, danger: true, onSelect: () => ask({ command: 'delete', item }) },
    ],
    [ask, t],
  )
  return { entries, ask, dialogs }
}
