'use client'
import { useRouter } from 'next/navigation'
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '../ui/controls/button.tsx'
import { Notice } from '../ui/display/notice.tsx'
import { PointMenu } from '../ui/floating/menu.tsx'
import type { MenuEntry } from '../ui/floating/menu-entries.ts'
import { EmptyState } from '../ui/layout/empty-state.tsx'
import { ErrorState } from '../ui/layout/error-state.tsx'
import { isShortcut, isTyping, shortcuts } from '../ui/shortcuts.ts'
import { useIsPhone } from '../ui/use-media.ts'
import type { BulkAction } from './bulk.ts'
import { ColumnChooser } from './column-chooser.tsx'
import type { Column } from './columns.ts'
import type { TableData } from './data.ts'
import { PhoneList, type PhoneRow } from './phone-list.tsx'
import { usePreferences } from './preferences.ts'
import { countOf, isEmpty } from './selection.ts'
import { TableFooter } from './table-footer.tsx'
import { TableGrid } from './table-grid.tsx'
import { TableSkeleton } from './table-skeleton.tsx'
import { TableToolbar } from './table-toolbar.tsx'
import { useChosenRows } from './use-chosen-rows.ts'
import { useColumns } from './use-columns.ts'
import type { TableState } from './use-table-state.ts'
import type { View } from './views.ts'
import { ViewsBar } from './views-bar.tsx'

// Needed with the first ticked row.
const BulkBar = lazy(() => import('./bulk-bar.tsx')) as typeof import('./bulk-bar.tsx').default

export type ResourceTableProps<Row> = {
  /** What the rows are: "Virtual machines". */
  label: string
  table: TableState
  data: TableData<Row>
  columns: readonly Column<Row>[]
  rowId: (row: Row) => string
  rowName: (row: Row) => string
  /** Where Enter and a click on the row lead. */
  rowHref?: (row: Row) => string
  /** The one menu of the resource. */
  rowMenu?: (row: Row) => readonly MenuEntry[]
  toPhone: (row: Row) => PhoneRow
  searchPlaceholder: string
  views?: readonly View[]
  bulk?: readonly BulkAction<Row>[]
  /** Rows by id, or all that match: for a plan over rows of other pages. */
  loadChosen?: (what: { ids: readonly string[] } | { all: true }) => Promise<readonly Row[]>
  /** Nothing exists yet: an `EmptyState` with the first thing to do. */
  empty: ReactNode
  /** In the foot, beside the count: what runs on these rows. */
  footer?: ReactNode
}

/** The list of a resource: fills the page below its header. */
export function ResourceTable<Row>(props: ResourceTableProps<Row>) {
  const { label, table, data, columns, rowId, rowName, rowHref, rowMenu, toPhone, searchPlaceholder, views, bulk } =
    props
  const t = useTranslations('table')
  const router = useRouter()
  const isPhone = useIsPhone()
  const body = useRef<HTMLDivElement>(null)
  const search = useRef<HTMLInputElement>(null)
  const [preferences, save] = usePreferences(table.id)
  const [menu, setMenu] = useState<{ row: Row; at: { x: number; y: number } } | null>(null)
  const shown = useColumns(columns, preferences, save)
  const chosenRows = useChosenRows(table.selection, data.list, rowId, props.loadChosen)
  const selectable = bulk !== undefined && bulk.length > 0
  const chosen = countOf(table.selection, data.size)

  const toRows = () => {
    const row = body.current?.querySelector<HTMLElement>('[data-row][tabindex="0"]')
    row?.focus()
  }
  const toSearch = useCallback(() => search.current?.focus(), [])
  useEffect(() => {
    const keys = (event: KeyboardEvent) => {
      if (!isShortcut(event, shortcuts.search) || event.defaultPrevented || isTyping(event)) return
      event.preventDefault()
      toSearch()
    }
    window.addEventListener('keydown', keys)
    return () => window.removeEventListener('keydown', keys)
  }, [toSearch])
  // Another page of rows begins at its top; a refresh of the same page leaves the scroll alone.
  const place = JSON.stringify(table.query)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `place` is what must make it run
  useEffect(() => {
    body.current?.scrollTo({ top: 0 })
  }, [place])

  const open = rowHref
    ? (row: Row, newTab: boolean) =>
        newTab ? window.open(rowHref(row), '_blank', 'noopener') : router.push(rowHref(row))
    : undefined

  const rows = () => {
    if (data.status === 'loading')
      return <TableSkeleton columns={shown.shown as readonly Column<never>[]} label={t('loading', { what: label })} />
    if (data.status === 'failed') {
      return (
        <div className="px-6 py-4 phone:px-4">
          <ErrorState
            title={t('failed', { what: label })}
            cause={data.cause}
            onRetry={data.retry}
            {...(data.refetching && { busy: true })}
          />
        </div>
      )
    }
    if (data.list.length === 0) {
      return (
        <div className="px-6 phone:px-4">
          {table.narrowed ? (
            <EmptyState
              title={t('noMatch')}
              actions={<Button onClick={() => table.clear()}>{t('showAllRows')}</Button>}
            >
              {t('noMatchHint')}
            </EmptyState>
          ) : (
            props.empty
          )}
        </div>
      )
    }
    if (isPhone)
      return (
        <PhoneList
          label={label}
          rows={data.list}
          rowId={rowId}
          toPhone={toPhone}
          onMenu={rowMenu ? (row) => setMenu({ row, at: { x: 0, y: 0 } }) : undefined}
          body={body}
        />
      )
    return (
      <TableGrid
        label={label}
        columns={shown.shown}
        rows={data.list}
        rowId={rowId}
        rowName={rowName}
        offset={table.offset}
        size={data.size}
        density={preferences.density}
        sort={table.sort}
        onSort={table.setSort}
        selectable={selectable}
        selection={table.selection}
        onSelection={table.setSelection}
        onOpen={open}
        onMenu={rowMenu ? (row, at) => setMenu({ row, at }) : undefined}
        onSearch={toSearch}
        body={body}
        busy={data.refetching === true}
      />
    )
  }

  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <div className="contents phone:flex phone:flex-none phone:flex-col-reverse">
        {views ? <ViewsBar table={table} views={views} /> : null}
        <TableToolbar
          table={table}
          size={data.status === 'ready' ? data.size : null}
          searchPlaceholder={searchPlaceholder}
          search={search}
          onLeaveSearch={toRows}
          density={preferences.density}
          onDensity={(density) => save({ ...preferences, density })}
          chooser={
            <ColumnChooser columns={shown.chooser} onShown={shown.show} onOrder={shown.arrange} onReset={shown.reset} />
          }
        />
      </div>
      {data.stale ? (
        <Notice
          kind="warn"
          className="mx-6 my-2 phone:mx-4"
          action={
            <Button size="sm" onClick={data.retry}>
              {t('refresh')}
            </Button>
          }
        >
          {data.stale}
        </Notice>
      ) : null}
      <div ref={body} className="min-h-0 flex-1 overflow-auto">
        {rows()}
      </div>
      {selectable && !isEmpty(table.selection) ? (
        <Suspense>
          <BulkBar
            count={chosen}
            size={data.size}
            onSelectAll={props.loadChosen ? () => table.setSelection({ all: true }) : undefined}
            onClear={table.clearSelection}
            actions={bulk}
            rows={chosenRows}
            name={rowName}
          />
        </Suspense>
      ) : null}
      <TableFooter
        table={table}
        data={data}
        keys={!isPhone}
        selectable={selectable}
        opens={open !== undefined}
        menu={rowMenu !== undefined}
      >
        {props.footer}
      </TableFooter>
      <PointMenu
        at={menu?.at ?? null}
        onClose={() => setMenu(null)}
        entries={menu && rowMenu ? rowMenu(menu.row) : []}
        label={menu ? rowName(menu.row) : ''}
      />
    </div>
  )
}
