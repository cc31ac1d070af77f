'use client'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import type { ReactNode } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { IconButton } from '../controls/button.tsx'

export type PaginationProps = {
  offset: number
  limit: number
  /** Rows shown now. */
  count: number
  size: number
  onOffsetChange: (offset: number) => void
}

/** "Rows 1 to 24 of 846" and the two arrows. */
export function Pagination({ offset, limit, count, size, onOffsetChange }: PaginationProps) {
  const t = useTranslations('ui')
  const format = useFormatter()
  const text =
    count === 0
      ? t('noRows')
      : t('rows', { from: format.number(offset + 1), to: format.number(offset + count), size: format.number(size) })
  return (
    <div className="flex items-center gap-2">
      <span className="num text-12 text-fg-3" role="status">
        {text}
      </span>
      {size > limit || offset > 0 ? (
        <span className="flex gap-1">
          <IconButton
            kind="default"
            size="sm"
            label={t('previousPage')}
            disabledReason={offset === 0 ? t('firstPage') : undefined}
            onClick={() => onOffsetChange(Math.max(0, offset - limit))}
          >
            <ChevronLeft />
          </IconButton>
          <IconButton
            kind="default"
            size="sm"
            label={t('nextPage')}
            disabledReason={offset + count >= size ? t('lastPage') : undefined}
            onClick={() => onOffsetChange(offset + limit)}
          >
            <ChevronRight />
          </IconButton>
        </span>
      ) : null}
    </div>
  )
}

/** The line at the foot of a full-height page: counts on the left, keys on the right. */
export function StatusBar({ children, keys }: { children: ReactNode; keys?: ReactNode }) {
  return (
    <div className="flex h-8 flex-none items-center gap-4 border-t border-line bg-subtle px-6 text-12 text-fg-3 phone:h-11 phone:px-4">
      {children}
      {keys ? <span className="ml-auto flex items-center gap-1.5 phone:hidden">{keys}</span> : null}
    </div>
  )
}
