'use client'
import { useTranslations } from 'use-intl'
import type { WarehouseStatus } from '../../server/domain/warehouse/kinds.ts'
import { State, type StateKind } from '../ui/display/state-mark.tsx'

const kinds = {
  in_stock: 'ok',
  reserved: 'locked',
  in_repair: 'warn',
  written_off: 'off',
} as const satisfies Record<WarehouseStatus, StateKind>

/** State of something in stock: mark and word. */
export function StockState({ status }: { status: WarehouseStatus }) {
  const t = useTranslations('warehouse.statuses')
  return <State kind={kinds[status]}>{t(status)}</State>
}
