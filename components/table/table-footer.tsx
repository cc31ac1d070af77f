'use client'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Kbd } from '../ui/kbd.tsx'
import { Pagination, StatusBar } from '../ui/pagination.tsx'
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
            <Kbd>↑</Kbd>
            <Kbd>↓</Kbd> {t('keys.move')}
            {selectable ? (
              <>
                <Kbd>Space</Kbd> {t('keys.select')}
              </>
            ) : null}
            {opens ? (
              <>
                <Kbd>Enter</Kbd> {t('keys.open')}
              </>
            ) : null}
            {menu ? (
              <>
                <Kbd>.</Kbd> {t('keys.actions')}
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
