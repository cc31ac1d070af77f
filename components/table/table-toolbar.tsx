'use client'
import List from 'lucide-react/icons/list'
import ListFilter from 'lucide-react/icons/list-filter'
import { type ReactNode, type RefObject, useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { Button, IconButton } from '../ui/controls/button.tsx'
import { Sheet } from '../ui/floating/sheet.tsx'
import { useIsPhone } from '../ui/use-media.ts'
import { FilterChips } from './filter-chips.tsx'
import { type Density, densities } from './preferences.ts'
import { SearchBox } from './search-box.tsx'
import type { TableState } from './use-table-state.ts'

export type ToolbarProps = {
  table: TableState
  /** How many match; null while it is not known. */
  size: number | null
  searchPlaceholder: string
  search: RefObject<HTMLInputElement | null>
  onLeaveSearch: () => void
  density: Density
  onDensity: (density: Density) => void
  chooser: ReactNode
}

/** Search, conditions, row height, columns. On a telephone the conditions wait in a sheet. */
export function TableToolbar(props: ToolbarProps) {
  const { table, size, searchPlaceholder, search, onLeaveSearch, density, onDensity, chooser } = props
  const t = useTranslations('table')
  const format = useFormatter()
  const isPhone = useIsPhone()
  const [sheet, setSheet] = useState(false)
  const box = (
    <SearchBox
      value={table.q}
      onChange={table.setQ}
      placeholder={searchPlaceholder}
      input={search}
      onLeave={onLeaveSearch}
    />
  )
  const chips = <FilterChips fields={table.fields} filters={table.filters} onChange={table.setFilters} />
  if (isPhone) {
    return (
      <div className="flex h-14 flex-none items-center gap-2 px-4">
        {box}
        {table.fields.length > 0 ? (
          <Sheet
            open={sheet}
            onOpenChange={setSheet}
            title={t('filters')}
            aside={size === null || !table.narrowed ? null : t('match', { count: format.number(size) })}
            trigger={
              <Button icon={<ListFilter />} className="h-10">
                {/* The name holds the number in sight, for those who speak to their device. */}
                <span className="sr-only">{t('filters')}</span>
                {table.filters.length > 0 ? table.filters.length : null}
              </Button>
            }
          >
            <div className="flex flex-wrap items-center gap-2 px-3 py-1">
              {chips}
              {table.narrowed ? (
                <Button kind="quiet" size="sm" onClick={() => table.clear()}>
                  {t('clear')}
                </Button>
              ) : null}
            </div>
          </Sheet>
        ) : null}
      </div>
    )
  }
  const next = densities[(densities.indexOf(density) + 1) % densities.length] ?? 'normal'
  return (
    <div className="flex flex-none flex-wrap items-center gap-1.5 border-b border-line px-6 py-2">
      {box}
      {chips}
      <span className="ml-auto" />
      {table.narrowed ? (
        <>
          {size === null ? null : (
            <span className="num text-12 text-fg-3" role="status">
              {t('match', { count: format.number(size) })}
            </span>
          )}
          <Button kind="quiet" size="sm" onClick={() => table.clear()}>
            {t('clear')}
          </Button>
          <span className="h-4 w-px bg-line-strong" />
        </>
      ) : null}
      <IconButton
        size="sm"
        label={t('rowHeight', { height: t(`densities.${density}`) })}
        onClick={() => onDensity(next)}
      >
        <List />
      </IconButton>
      {chooser}
    </div>
  )
}
