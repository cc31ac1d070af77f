'use client'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { Fragment } from 'react'
import { useTranslations } from 'use-intl'
import { cn } from '../class-names.ts'
import { Link } from '../controls/link.tsx'

/** Where there is no room for all, what is above gives way before the page itself. */
const ABOVE = 'min-w-0 shrink-10 truncate max-[880px]:hidden'

export type Crumb = { label: string; href?: string | undefined }

/** Where am I: the last crumb is the page itself. */
export function Breadcrumb({ crumbs }: { crumbs: readonly Crumb[] }) {
  const t = useTranslations('ui')
  const last = crumbs.length - 1
  return (
    <nav aria-label={t('breadcrumb')} className="flex min-w-0 items-center gap-1.5 whitespace-nowrap text-fg-3">
      {crumbs.map((crumb, at) => (
        <Fragment key={crumb.href ?? crumb.label}>
          {at > 0 ? <ChevronRight className="size-3 flex-none text-line-control max-[880px]:hidden" /> : null}
          {at === last ? (
            <span aria-current="page" className="min-w-0 truncate font-medium text-fg">
              {crumb.label}
            </span>
          ) : crumb.href ? (
            <Link href={crumb.href} className={cn(ABOVE, 'hover:text-fg')}>
              {crumb.label}
            </Link>
          ) : (
            <span className={ABOVE}>{crumb.label}</span>
          )}
        </Fragment>
      ))}
    </nav>
  )
}
