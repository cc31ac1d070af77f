'use client'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { BrandMark } from '../ui/brand-mark.tsx'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorState } from '../ui/error-state.tsx'

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

/** An address that leads nowhere, or to what this person may not see. */
export function NotFoundPage() {
  const t = useTranslations('faults')
  return (
    <Bare>
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
