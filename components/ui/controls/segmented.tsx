'use client'
import type { ReactNode } from 'react'
import { cn } from '../class-names.ts'

export type SegmentOption<Value extends string> = { value: Value; label: ReactNode; icon?: ReactNode }

export type SegmentedProps<Value extends string> = {
  value: Value
  onValueChange: (value: Value) => void
  options: readonly SegmentOption<Value>[]
  label: string
  size?: 'sm' | 'md'
}

/** Two to five views of the same thing, one of them chosen. */
export function Segmented<Value extends string>({
  value,
  onValueChange,
  options,
  label,
  size = 'md',
}: SegmentedProps<Value>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a flex line in every browser
    <div
      role="group"
      aria-label={label}
      className={cn(
        // Longer words than there is room for scroll, rather than stick out.
        'inline-flex max-w-full flex-none overflow-x-auto overflow-y-hidden rounded-md [scrollbar-width:none] border border-line-strong bg-bg',
        size === 'sm' ? 'h-(--ctl-h-sm)' : 'h-(--ctl-h)',
      )}
    >
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          onClick={() => onValueChange(option.value)}
          className={cn(
            'flex flex-[1_0_auto] items-center justify-center gap-1.5 border-r border-line px-2.5 text-12 whitespace-nowrap last:border-r-0 focus-visible:-outline-offset-2',
            option.value === value ? 'bg-accent-tint font-medium text-accent-text' : 'text-fg-2 hover:bg-hover',
          )}
        >
          {option.icon}
          {option.label}
        </button>
      ))}
    </div>
  )
}
