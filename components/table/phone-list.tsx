'use client'
import { useVirtualizer } from '@tanstack/react-virtual'
import ChevronRight from 'lucide-react/icons/chevron-right'
import type { ReactNode, RefObject } from 'react'
import { Link } from '../ui/controls/link.tsx'
import { MoreIcon } from '../ui/display/icons.tsx'

/** A row as a telephone shows it: name and state, then the facts that matter. */
export type PhoneRow = { name: ReactNode; detail?: ReactNode; state?: ReactNode; href?: string | undefined }

const height = 56

/** Two-line rows, 56 px, each a link to its page. */
export function PhoneList<Row>(props: {
  label: string
  rows: readonly Row[]
  rowId: (row: Row) => string
  toPhone: (row: Row) => PhoneRow
  /** What may be done to a row without a page of its own: pressing it opens its menu. */
  onMenu?: ((row: Row) => void) | undefined
  body: RefObject<HTMLDivElement | null>
}) {
  const { label, rows, rowId, toPhone, onMenu, body } = props
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => body.current,
    estimateSize: () => height,
    overscan: 8,
  })
  return (
    <ul aria-label={label} className="relative" style={{ height: virtual.getTotalSize() }}>
      {virtual.getVirtualItems().map((item) => {
        const row = rows[item.index]
        if (row === undefined) return null
        const { name, detail, state, href } = toPhone(row)
        const content = (
          <>
            <span className="min-w-2/5 flex-1">
              <span className="block truncate font-medium">{name}</span>
              {detail ? <span className="block truncate text-12 text-fg-3">{detail}</span> : null}
            </span>
            {state}
            {href ? (
              <ChevronRight className="size-3.5 text-fg-3" />
            ) : onMenu ? (
              <MoreIcon className="text-fg-3" />
            ) : null}
          </>
        )
        const look = 'flex h-14 items-center gap-2.5 border-b border-line pr-3 pl-4 -outline-offset-2'
        return (
          <li
            key={rowId(row)}
            className="absolute inset-x-0 top-0"
            style={{ transform: `translateY(${item.start}px)` }}
          >
            {href ? (
              <Link href={href} className={look}>
                {content}
              </Link>
            ) : onMenu ? (
              <button
                type="button"
                aria-haspopup="menu"
                onClick={() => onMenu(row)}
                className={`${look} w-full text-left`}
              >
                {content}
              </button>
            ) : (
              <div className={look}>{content}</div>
            )}
          </li>
        )
      })}
    </ul>
  )
}
