'use client'
import Search from 'lucide-react/icons/search'
import { type DragEvent, type KeyboardEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { cn } from '../ui/class-names.ts'
import { Button } from '../ui/controls/button.tsx'
import { Checkbox } from '../ui/controls/checkbox.tsx'
import { Input } from '../ui/controls/input.tsx'
import { ColumnsIcon, GripIcon } from '../ui/display/icons.tsx'
import { Popover } from '../ui/floating/popover.tsx'
import { moved } from './preferences.ts'

export type ChooserColumn = { id: string; label: string; shown: boolean; always: boolean }

export type ColumnChooserProps = {
  /** In the order they stand in the table. */
  columns: readonly ChooserColumn[]
  onShown: (id: string, shown: boolean) => void
  onOrder: (order: string[]) => void
  onReset: () => void
}

/** Which columns, in which order: ticks, and a grip to drag or to move with Alt and the arrow keys. */
export function ColumnChooser({ columns, onShown, onOrder, onReset }: ColumnChooserProps) {
  const t = useTranslations('table')
  const [text, setText] = useState('')
  const [dragged, setDragged] = useState<string | null>(null)
  const [over, setOver] = useState<string | null>(null)
  const order = columns.map((column) => column.id)
  const wanted = text.trim().toLocaleLowerCase()

  const drop = (event: DragEvent, before: string) => {
    event.preventDefault()
    if (dragged && dragged !== before) onOrder(moved(order, dragged, before))
    setDragged(null)
    setOver(null)
  }
  const keys = (event: KeyboardEvent, column: ChooserColumn) => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') || column.always) return
    event.preventDefault()
    const at = order.indexOf(column.id)
    const before = event.key === 'ArrowUp' ? order[at - 1] : (order[at + 2] ?? null)
    const fixed = columns.find((one) => one.id === before)?.always
    if (before !== undefined && !fixed) onOrder(moved(order, column.id, before))
  }
  return (
    <Popover
      label={t('columns')}
      align="end"
      className="w-58 p-1"
      trigger={
        <Button size="sm" icon={<ColumnsIcon />}>
          {t('columns')}
        </Button>
      }
    >
      <div className="px-1 pt-1 pb-1.5">
        <Input
          size="sm"
          icon={<Search />}
          placeholder={t('findColumn')}
          aria-label={t('findColumn')}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </div>
      {columns
        .filter((column) => column.label.toLocaleLowerCase().includes(wanted))
        .map((column) => (
          // The grip is a convenience of the mouse; Alt with the arrow keys on the box does the same.
          // biome-ignore lint/a11y/noStaticElementInteractions: see above
          <div
            key={column.id}
            draggable={!column.always}
            onDragStart={(event) => {
              event.dataTransfer.effectAllowed = 'move'
              setDragged(column.id)
            }}
            onDragEnd={() => setDragged(null)}
            onDragOver={(event) => {
              if (column.always || !dragged) return
              event.preventDefault()
              setOver(column.id)
            }}
            onDrop={(event) => drop(event, column.id)}
            className={cn(
              'flex min-h-7 items-center gap-2 rounded-sm px-2 hover:bg-hover',
              dragged && over === column.id && 'inset-ring inset-ring-accent',
            )}
          >
            <Checkbox
              checked={column.shown}
              disabled={column.always}
              onChange={(event) => onShown(column.id, event.target.checked)}
              onKeyDown={(event) => keys(event, column)}
              aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
            >
              <span className={column.always ? 'text-fg-3' : ''}>{column.label}</span>
            </Checkbox>
            <span className="ml-auto text-11 text-fg-3">
              {column.always ? t('always') : <GripIcon className="size-3.5 cursor-grab" />}
            </span>
          </div>
        ))}
      <hr className="-mx-1 my-1 border-line" />
      <button
        type="button"
        onClick={onReset}
        className="flex min-h-7 w-full items-center rounded-sm px-2 text-left text-fg-2 -outline-offset-2 hover:bg-hover"
      >
        {t('resetColumns')}
      </button>
    </Popover>
  )
}
