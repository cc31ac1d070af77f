'use client'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '../ui/controls/button.tsx'
import { Link } from '../ui/controls/link.tsx'
import { BrandMark } from '../ui/display/brand-mark.tsx'
import { EmptyState } from '../ui/layout/empty-state.tsx'
import { ErrorState } from '../ui/layout/error-state.tsx'

/** A page without the frame still says what it belongs to. */
function Bare({ children }: { children: ReactNode }) {
  return (
    <div className="min-h-dvh bg-bg">
      <header className="flex h-(--bar-h) items-center border-b border-line bg-app px-6 text-14 font-semibold phone:px-4">
        <Link href="/" className="flex items-center gap-2 rounded-xs">
          <BrandMark />
          Datahall
        </Link>
      </header>
      <main className="px-6 phone:px-4">{children}</main>
    </div>
  )
}

/** Shown inside the frame: the address does not exist, or is not visible to this account. */
export function NotFound() {
  const t = useTranslations('faults')
  return (
    <div className="px-6 py-4 phone:px-4">
      <EmptyState
        title={<h1>{t('notFound')}</h1>}
        actions={
          <Button kind="primary" asChild>
            <Link href="/">{t('toOverview')}</Link>
          </Button>
        }
      >
        {t('notFoundText')}
      </EmptyState>
    </div>
  )
}

/** The same as a page of its own, for addresses that lead nowhere. */
export function NotFoundPage() {
  return (
    <Bare>
      <NotFound />
    </Bare>
  )
}

/** A page that broke while it was drawn. `digest` is what the server's log has it under. */
export function BrokenPage({ digest, onRetry }: { digest?: string | undefined; onRetry: () => void }) {
  const t = useTranslations('faults')
  return (
    <Bare>
      <ErrorState
        title={<h1>{t('broken')}</h1>}
        cause={digest ? t('brokenText', { digest }) : t('brokenHere')}
        onRetry={onRetry}
        more={
          <Button size="sm" kind="quiet" asChild>
            <Link href="/">{t('toOverview')}</Link>
          </Button>
        }
      />
    </Bare>
  )
}
