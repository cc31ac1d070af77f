'use client'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { Fragment } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from '../controls/link.tsx'

export type Crumb = { label: string; href?: string | undefined }

/** Where am I: the last crumb is the page itself. */
export function Breadcrumb({ crumbs }: { crumbs: readonly Crumb[] }) {
  const t = useTranslations('ui')
  const last = crumbs.length - 1
  return (
    <nav aria-label={t('breadcrumb')} className="flex min-w-0 items-center gap-1.5 whitespace-nowrap text-fg-3">
      {crumbs.map((crumb, at) => (
        <Fragment key={crumb.href ?? crumb.label}>
          {at > 0 ? <ChevronRight className="size-3 text-line-control" /> : null}
          {at === last ? (
            <span aria-current="page" className="min-w-0 truncate font-medium text-fg">
              {crumb.label}
            </span>
          ) : crumb.href ? (
            <Link href={crumb.href} className="hover:text-fg">
              {crumb.label}
            </Link>
          ) : (
            <span>{crumb.label}</span>
          )}
        </Fragment>
      ))}
    </nav>
  )
}
