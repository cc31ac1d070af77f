'use client'
import Link from 'next/link'
import { useTranslations } from 'use-intl'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorState } from '../ui/error-state.tsx'

/** An address that leads nowhere, or to what this person may not see. `Box` is `main` where no frame stands around it. */
export function NotFoundPage({ box: Box = 'div' }: { box?: 'main' | 'div' }) {
  const t = useTranslations('faults')
  return (
    <Box className="min-h-full bg-bg px-6 py-4 phone:px-4">
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
    </Box>
  )
}

/** A page that broke while it was drawn. `digest` is what the server's log has it under. */
export function BrokenPage({ digest, onRetry }: { digest?: string | undefined; onRetry: () => void }) {
  const t = useTranslations('faults')
  return (
    <main className="min-h-full bg-bg px-6 py-4">
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
    </main>
  )
}
