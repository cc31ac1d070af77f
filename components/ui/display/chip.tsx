'use client'
import X from 'lucide-react/icons/x'
import type { ReactElement, ReactNode } from 'react'
import { cn } from '../class-names.ts'

export type ChipProps = {
  field: ReactNode
  op: ReactNode
  value: ReactNode
  removeLabel: string
  onRemove: () => void
  /** Wraps the text, so that pressing it opens an editor: `(button) => <Popover trigger={button}>`. */
  editor: (button: ReactElement) => ReactNode
}

/** One condition of a filter: field, comparison, value, cross. The text is a button that opens its editor. */
export function Chip({ field, op, value, removeLabel, onRemove, editor }: ChipProps) {
  const part = 'flex h-full items-center px-[7px]'
  return (
    <span className="inline-flex h-(--ctl-h-sm) max-w-full flex-none items-center overflow-hidden rounded-[5px] border border-line-strong bg-bg text-12 whitespace-nowrap">
      {editor(
        <button
          type="button"
          className="flex h-full min-w-0 items-center divide-x divide-line -outline-offset-2 hover:bg-hover aria-expanded:bg-press"
        >
          <span className={part}>{field}</span>
          <span className={cn(part, 'text-fg-3')}>{op}</span>
          {value === null ? null : (
            <span className={cn(part, 'max-w-56 font-medium')}>
              <span className="truncate">{value}</span>
            </span>
          )}
        </button>,
      )}
      <button
        type="button"
        aria-label={removeLabel}
        onClick={onRemove}
        className="flex h-full items-center border-l border-line px-[5px] text-fg-3 -outline-offset-2 hover:bg-hover hover:text-fg"
      >
        <X className="size-3" />
      </button>
    </span>
  )
}
