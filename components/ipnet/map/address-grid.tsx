'use client'
import { type KeyboardEvent, memo, useMemo, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { IpnetMap } from '../../../server/domain/ipnet/map.ts'
import { paths } from '../../paths.ts'
import { cn } from '../../ui/class-names.ts'
import { Link } from '../../ui/controls/link.tsx'
import { cellStyle } from './cell-style.ts'
import { type Cell, cellsOf, countKinds, stepFrom } from './cells.ts'
import { useCellLabels } from './labels.ts'
import { Legend } from './legend.tsx'

/** Every address of a small block as a cell. Arrows go from one to the next; the line above says who has the one in question. */
export function AddressGrid({ map }: { map: IpnetMap }) {
  const t = useTranslations('addresses.map')
  const grid = useRef<HTMLUListElement>(null)
  const cells = useMemo(() => cellsOf(map), [map])
  const [at, setAt] = useState(0)
  const [pointed, setPointed] = useState<number | null>(null)
  const here = Math.min(at, cells.length - 1)
  const shown = cells[Math.min(pointed ?? here, cells.length - 1)]
  const move = (event: KeyboardEvent) => {
    const columns = grid.current ? getComputedStyle(grid.current).gridTemplateColumns.split(' ').length : 1
    const to = stepFrom(here, event.key, columns, cells.length)
    if (to === null) return
    event.preventDefault()
    grid.current?.querySelector<HTMLElement>(`[data-offset="${to}"]`)?.focus()
  }
  return (
    <div className="flex flex-col gap-3">
      <Legend counts={countKinds(cells)} />
      {shown ? <CellLine cell={shown} /> : null}
      <ul
        ref={grid}
        aria-label={t('label', { name: map.block })}
        onPointerLeave={() => setPointed(null)}
        className="grid grid-cols-32 gap-px @max-[880px]:grid-cols-16 phone:grid-cols-8"
      >
        {cells.map((cell) => (
          <CellItem
            key={cell.offset}
            cell={cell}
            focusable={cell.offset === here}
            onAt={setAt}
            onPoint={setPointed}
            onKey={move}
          />
        ))}
      </ul>
    </div>
  )
}

type CellItemProps = {
  cell: Cell
  focusable: boolean
  onAt: (offset: number) => void
  onPoint: (offset: number | null) => void
  onKey: (event: KeyboardEvent) => void
}

const CellItem = memo(
  function CellItem({ cell, focusable, onAt, onPoint, onKey }: CellItemProps) {
    const words = useCellLabels()
    const common = {
      'data-offset': cell.offset,
      'aria-label': words(cell),
      tabIndex: focusable ? 0 : -1,
      onFocus: () => {
        onAt(cell.offset)
        onPoint(null)
      },
      onPointerEnter: () => onPoint(cell.offset),
      onKeyDown: onKey,
      className: cn(
        'num flex h-6 w-full items-center justify-center rounded-xs border text-11 focus-visible:z-1 focus-visible:-outline-offset-1 phone:h-9 phone:text-12',
        cellStyle[cell.kind],
      ),
    }
    const { server, host } = cell.used ?? {}
    const href = server ? paths.server(server.id) : host ? paths.host(host.id) : null
    return (
      <li className="min-w-0">
        {href ? (
          <Link href={href} prefetch={false} {...common}>
            {cell.short}
          </Link>
        ) : (
          <button type="button" onClick={() => onAt(cell.offset)} {...common}>
            {cell.short}
          </button>
        )}
      </li>
    )
  },
  // The key handler reads where it is from the grid, so an older one does as well as a newer.
  (before, after) => before.cell === after.cell && before.focusable === after.focusable && !after.focusable,
)

/** Who has the address under the pointer or the focus. Beside the grid, so that nothing covers its neighbours. */
function CellLine({ cell }: { cell: Cell }) {
  const t = useTranslations('addresses.map')
  const words = useCellLabels()
  const { used } = cell
  const facts = [used?.domain, used?.owner, cell.pool && t('ofPool', { pool: cell.pool })].filter(Boolean)
  return (
    <p
      aria-hidden="true"
      className="sticky top-0 z-2 flex min-h-9 flex-wrap items-center gap-x-3 rounded-md border border-line bg-subtle px-3 py-1.5 text-12"
    >
      <span className="mono font-semibold text-13">{cell.name}</span>
      <span>{words(cell, false)}</span>
      {facts.map((fact) => (
        <span key={fact as string} className="text-fg-2">
          {fact}
        </span>
      ))}
    </p>
  )
}
