'use client'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { useFormatter, useTranslations } from 'use-intl'
import { cn } from '../ui/class-names.ts'
import { Pagination } from '../ui/layout/pagination.tsx'
import { PAGE } from './use-matrix.ts'

/** Unfolds what is in no location. */
export function NowhereHead({ open, count, onToggle }: { open: boolean; count: number; onToggle: () => void }) {
  const t = useTranslations('osTemplates')
  const format = useFormatter()
  return (
    <button
      type="button"
      aria-expanded={open}
      onClick={onToggle}
      className="flex items-center gap-1.5 rounded-xs hover:text-fg"
    >
      <ChevronRight className={cn('size-3.5', open && 'rotate-90')} />
      {t('nowhere')} <span className="num text-fg-3">{format.number(count)}</span>
    </button>
  )
}

/** The way on, when it is more than a page. */
export function NowhereFoot(props: { page: number; count: number; size: number; onPage: (page: number) => void }) {
  const { page, count, size, onPage } = props
  if (size <= PAGE) return null
  return (
    <Pagination
      offset={(page - 1) * PAGE}
      limit={PAGE}
      count={count}
      size={size}
      onOffsetChange={(offset) => onPage(offset / PAGE + 1)}
    />
  )
}
