'use client'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { MatrixPort } from '../../../server/domain/vlan/matrix.ts'
import { cn } from '../../ui/class-names.ts'
import { StateMark } from '../../ui/display/state-mark.tsx'
import { useIsPhone } from '../../ui/use-media.ts'
import { type Carries, carries, letterOf, type MatrixColumn, type PortVlans } from './matrix-plan.ts'

const ROW = 28
const HEAD = 44
/** Width of a column: its name whole, in 11 px letters of about 6 px, as long as that is sensible. */
const columnWidth = ({ name }: MatrixColumn) => Math.min(112, Math.max(44, Math.round(name.length * 6) + 12))

export const carriesGround: Record<Carries, string> = { access: 'cat-7', tagged: 'cat-3', native: 'cat-4' }

export type MatrixRow =
  | { kind: 'port'; port: MatrixPort; plan: PortVlans | undefined; device: string }
  | { kind: 'switch'; id: number; name: string; counts: ReadonlyMap<number, number> }

export type MatrixGridProps = {
  label: string
  rows: readonly MatrixRow[]
  columns: readonly MatrixColumn[]
  onCell: (row: MatrixRow, vlan: number, at: { x: number; y: number }) => void
}

/** Rows by VLANs, however many of both: only what is in sight is in the page. Arrows walk, Enter opens a cell. */
export function MatrixGrid({ label, rows, columns, onCell }: MatrixGridProps) {
  const t = useTranslations('vlanMatrix')
  const box = useRef<HTMLDivElement>(null)
  const frame = useRef(0)
  const [cursor, setCursor] = useState({ row: 0, column: 0 })
  const names = useIsPhone() ? 132 : 280
  const down = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW,
    overscan: 8,
    paddingStart: HEAD,
    scrollPaddingStart: HEAD,
  })
  const across = useVirtualizer({
    horizontal: true,
    count: columns.length,
    getScrollElement: () => box.current,
    estimateSize: (index) => columnWidth(columns[index] ?? { id: 0, name: '' }),
    overscan: 4,
    paddingStart: names,
    scrollPaddingStart: names,
  })
  const at = {
    row: Math.min(cursor.row, Math.max(0, rows.length - 1)),
    column: Math.min(cursor.column, Math.max(0, columns.length - 1)),
  }
  const go = (row: number, column: number) => {
    const next = {
      row: Math.min(rows.length - 1, Math.max(0, row)),
      column: Math.min(columns.length - 1, Math.max(0, column)),
    }
    setCursor(next)
    down.scrollToIndex(next.row)
    across.scrollToIndex(next.column)
    // The cell may only now come into the page; of keys that follow each other fast, the last one has the focus.
    cancelAnimationFrame(frame.current)
    frame.current = requestAnimationFrame(() => {
      frame.current = requestAnimationFrame(() => cellAt(next.row, next.column)?.focus({ preventScroll: true }))
    })
  }
  const cellAt = (row: number, column: number) =>
    box.current?.querySelector<HTMLElement>(`[data-cell="${row}.${column}"]`) ?? null
  const page = () => Math.max(1, Math.floor((box.current?.clientHeight ?? 0) / ROW) - 2)
  const keys = (event: KeyboardEvent) => {
    const { row, column } = at
    const choose = () => {
      const cell = cellAt(row, column)
      const [line, vlan] = [rows[row], columns[column]]
      if (cell && line && vlan) open(line, vlan.id, cell)
    }
    const to: Record<string, () => void> = {
      Enter: choose,
      ' ': choose,
      ArrowRight: () => go(row, column + 1),
      ArrowLeft: () => go(row, column - 1),
      ArrowDown: () => go(row + 1, column),
      ArrowUp: () => go(row - 1, column),
      PageDown: () => go(row + page(), column),
      PageUp: () => go(row - page(), column),
      Home: () => go(event.ctrlKey ? 0 : row, 0),
      End: () => go(event.ctrlKey ? rows.length - 1 : row, columns.length - 1),
    }
    const walk = to[event.key]
    if (!walk) return
    event.preventDefault()
    walk()
  }
  const open = (row: MatrixRow, vlan: number, cell: HTMLElement) => {
    const place = cell.getBoundingClientRect()
    onCell(row, vlan, { x: place.left, y: place.bottom })
  }
  const shown = across.getVirtualItems()
  return (
    <div ref={box} className="min-h-60 flex-1 overflow-auto border-t border-line">
      {/* biome-ignore lint/a11y/useSemanticElements: rows and columns out of sight are not in the page, which a table cannot say */}
      <div
        role="grid"
        aria-label={label}
        aria-rowcount={rows.length + 1}
        aria-colcount={columns.length + 1}
        onKeyDown={keys}
        className="relative"
        style={{ width: across.getTotalSize(), height: down.getTotalSize() }}
      >
        {/* biome-ignore lint/a11y/useSemanticElements: see above */}
        {/* biome-ignore lint/a11y/useFocusableInteractive: the cells have the focus */}
        <div role="row" aria-rowindex={1} className="sticky top-0 z-20 bg-subtle" style={{ height: HEAD }}>
          {/* biome-ignore lint/a11y/useSemanticElements: see above */}
          {/* biome-ignore lint/a11y/useFocusableInteractive: see above */}
          <div
            role="columnheader"
            aria-colindex={1}
            className="sticky left-0 z-10 flex h-full items-end border-r border-b border-line bg-subtle px-3 pb-1 pl-6 text-12 font-medium text-fg-3 phone:pl-4"
            style={{ width: names }}
          >
            {t(`rows.${rows[0]?.kind ?? 'port'}`)}
          </div>
          {shown.map(({ index, start, size }) => (
            // biome-ignore lint/a11y/useSemanticElements: see above
            // biome-ignore lint/a11y/useFocusableInteractive: see above
            <div
              key={columns[index]?.id}
              role="columnheader"
              aria-colindex={index + 2}
              title={columns[index]?.name}
              className="absolute top-0 border-b border-line px-0.5 pt-1 text-center text-12 leading-4"
              style={{ left: start, width: size, height: HEAD }}
            >
              <b className="num font-medium">{columns[index]?.id}</b>
              <span className="block truncate text-11 text-fg-3">{columns[index]?.name}</span>
            </div>
          ))}
        </div>
        {down.getVirtualItems().map(({ index, start }) => {
          const row = rows[index]
          if (!row) return null
          return (
            // biome-ignore lint/a11y/useSemanticElements: see above
            // biome-ignore lint/a11y/useFocusableInteractive: see above
            <div
              key={row.kind === 'port' ? `p${row.port.id}` : `s${row.id}`}
              role="row"
              aria-rowindex={index + 2}
              className="group/row absolute left-0 w-full"
              style={{ top: start, height: ROW }}
            >
              <RowHead row={row} width={names} />
              {shown.map((column) => {
                const vlan = columns[column.index]
                if (!vlan) return null
                const current = at.row === index && at.column === column.index
                return (
                  <Cell
                    key={vlan.id}
                    row={row}
                    vlan={vlan}
                    place={`${index}.${column.index}`}
                    columnIndex={column.index + 2}
                    left={column.start}
                    width={column.size}
                    current={current}
                    onFocus={() => setCursor({ row: index, column: column.index })}
                    onOpen={open}
                  />
                )
              })}
            </div>
          )
        })}
      </div>
    </div>
  )
}

function RowHead({ row, width }: { row: MatrixRow; width: number }) {
  const t = useTranslations('vlanMatrix')
  return (
    // biome-ignore lint/a11y/useSemanticElements: see above
    // biome-ignore lint/a11y/useFocusableInteractive: the cells have the focus
    <div
      role="rowheader"
      aria-colindex={1}
      className="sticky left-0 z-10 flex h-full items-center gap-2 overflow-hidden border-r border-b border-line bg-bg pr-2 pl-6 whitespace-nowrap group-hover/row:bg-hover phone:pl-4"
      style={{ width }}
    >
      {row.kind === 'switch' ? (
        <b className="truncate font-medium">{row.name}</b>
      ) : (
        <>
          <span className="max-w-24 truncate text-12 text-fg-3 phone:hidden">{row.device}</span>
          <span className="mono truncate">{row.port.name}</span>
          {row.port.task_id === null ? null : <StateMark kind="run" className="size-3" label={t('changing')} />}
          <span className="ml-auto max-w-28 truncate text-12 text-fg-2 phone:hidden">
            {row.port.is_uplink ? t('uplink') : row.port.peer}
          </span>
        </>
      )}
    </div>
  )
}

function Cell(props: {
  row: MatrixRow
  vlan: MatrixColumn
  place: string
  columnIndex: number
  left: number
  width: number
  current: boolean
  onFocus: () => void
  onOpen: (row: MatrixRow, vlan: number, cell: HTMLElement) => void
}) {
  const { row, vlan } = props
  const t = useTranslations('vlanMatrix')
  const how = row.kind === 'port' ? carries(row.plan ?? row.port, vlan.id) : null
  const planned = row.kind === 'port' && row.plan !== undefined && carries(row.port, vlan.id) !== how
  const count = row.kind === 'switch' ? row.counts.get(vlan.id) : undefined
  const words = how ? t(`carries.${how}`) : count ? t('portCount', { count }) : t('carries.none')
  return (
    // biome-ignore lint/a11y/useSemanticElements: rows out of sight are not in the page, which a table cannot say
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid hears the keys
    <div
      role="gridcell"
      data-cell={props.place}
      data-carries={how ?? undefined}
      aria-colindex={props.columnIndex}
      aria-label={planned ? t('planned', { words }) : words}
      tabIndex={props.current ? 0 : -1}
      onFocus={props.onFocus}
      onClick={(event) => props.onOpen(row, vlan.id, event.currentTarget)}
      className="absolute top-0 flex items-center justify-center border-b border-line -outline-offset-2 group-hover/row:bg-hover hover:bg-press"
      style={{ left: props.left, width: props.width, height: ROW }}
    >
      {how ? (
        <span
          className={cn(
            'flex size-5 items-center justify-center rounded-xs text-11 font-medium text-cat-on',
            planned && 'outline-2 outline-offset-1 outline-accent',
          )}
          style={{ background: `var(--${carriesGround[how]})` }}
        >
          {letterOf(how)}
        </span>
      ) : planned ? (
        <span className="size-5 rounded-xs border border-dashed border-accent" />
      ) : count ? (
        <span className="num text-12 text-fg-2">{count}</span>
      ) : null}
    </div>
  )
}
