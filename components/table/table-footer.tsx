'use client'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Kbd } from '../ui/display/kbd.tsx'
import { Pagination, StatusBar } from '../ui/layout/pagination.tsx'
import { shortcuts } from '../ui/shortcuts.ts'
import type { TableData } from './data.ts'
import type { TableState } from './use-table-state.ts'

type FooterProps = {
  table: TableState
  data: TableData<unknown>
  keys: boolean
  selectable: boolean
  opens: boolean
  menu: boolean
  children?: ReactNode
}

/** The foot of the table: which rows, what goes on, which keys. */
export function TableFooter({ table, data, keys, selectable, opens, menu, children }: FooterProps) {
  const t = useTranslations('table')
  return (
    <StatusBar
      keys={
        keys ? (
          <>
            {shortcuts.move.map((key) => (
              <Kbd key={key}>{key}</Kbd>
            ))}{' '}
            {t('keys.move')}
            {selectable ? (
              <>
                <Kbd>{shortcuts.select}</Kbd> {t('keys.select')}
              </>
            ) : null}
            {opens ? (
              <>
                <Kbd>{shortcuts.open}</Kbd> {t('keys.open')}
              </>
            ) : null}
            {menu ? (
              <>
                <Kbd>{shortcuts.actions}</Kbd> {t('keys.actions')}
              </>
            ) : null}
          </>
        ) : null
      }
    >
      {data.status === 'ready' ? (
        <Pagination
          offset={table.offset}
          limit={table.limit}
          count={data.list.length}
          size={data.size}
          onOffsetChange={(offset) => table.setPage(Math.floor(offset / table.limit) + 1)}
        />
      ) : null}
      {data.refetching && data.status === 'ready' ? <span className="animate-late">{t('updating')}</span> : null}
      {children}
    </StatusBar>
  )
}
