'use client'
import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from 'react'
import { cn } from '../class-names.ts'

// Plain tables inside pages and panels. The list of a resource is components/table/resource-table.tsx.

/** A table; `compact` rows are 28 px, else 32. Scrolls sideways by itself when it is too narrow. */
export function Table({
  compact,
  className,
  label,
  children,
  ...rest
}: ComponentProps<'table'> & { compact?: boolean; label: string }) {
  const box = useRef<HTMLDivElement>(null)
  const [scrolls, setScrolls] = useState(false)
  useEffect(() => {
    const element = box.current
    if (!element) return
    const size = new ResizeObserver(() => setScrolls(element.scrollWidth > element.clientWidth))
    size.observe(element)
    return () => size.disconnect()
  }, [])
  return (
    <div
      ref={box}
      className="overflow-x-auto"
      // What scrolls must be reachable by keyboard.
      {...(scrolls && { tabIndex: 0, role: 'region', 'aria-label': label })}
    >
      <table
        aria-label={label}
        {...rest}
        className={cn(
          'w-full border-separate border-spacing-0',
          compact && '[--row-h:var(--row-h-compact)]',
          className,
        )}
      >
        {children}
      </table>
    </div>
  )
}

export function TableHead({ children }: { children: ReactNode }) {
  return (
    <thead>
      <tr>{children}</tr>
    </thead>
  )
}

/** A number and the words after it would stand as close as two words of one cell. */
const afterRight = '[[data-right]+&]:pl-3'

/** `right` for numbers. */
export function Th({ right, className, ...rest }: ComponentProps<'th'> & { right?: boolean }) {
  return (
    <th
      scope="col"
      data-right={right || undefined}
      {...rest}
      className={cn(
        'h-7 border-b border-line pr-3 text-12 font-medium whitespace-nowrap text-fg-3 last:pr-0',
        right ? 'text-right' : afterRight,
        !right && 'text-left',
        className,
      )}
    />
  )
}

export function Tr({ selected, className, ...rest }: ComponentProps<'tr'> & { selected?: boolean }) {
  return (
    <tr
      {...rest}
      className={cn(
        'group/row',
        selected ? '[&>td]:bg-accent-tint' : 'hover:[&>td]:bg-hover',
        'last:[&>td]:border-b-transparent',
        className,
      )}
    />
  )
}

/** `right` for numbers, `quiet` for the second rank, `name` for what the row is called. */
export function Td(props: ComponentProps<'td'> & { right?: boolean; quiet?: boolean; name?: boolean }) {
  const { right, quiet, name, className, ...rest } = props
  return (
    <td
      data-right={right || undefined}
      {...rest}
      className={cn(
        'h-(--row-h) overflow-hidden border-b border-line pr-3 text-ellipsis whitespace-nowrap last:pr-0',
        right ? 'num text-right' : afterRight,
        quiet && 'text-fg-2',
        name && 'font-medium',
        className,
      )}
    />
  )
}
