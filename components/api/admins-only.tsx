'use client'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { paths } from '../paths.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { useMe } from './me.tsx'

/** Pages that only administrators may open: says so to the others. The server refuses by itself. */
export function AdminsOnly({ children }: { children: ReactNode }) {
  const t = useTranslations('gate')
  const { isAdmin } = useMe()
  if (isAdmin) return children
  return (
    <div className="px-6 py-4 phone:px-4">
      <EmptyState
        title={<h1>{t('adminsOnly')}</h1>}
        actions={
          <Button kind="primary" asChild>
            <Link href={paths.hosts()}>{t('toHosts')}</Link>
          </Button>
        }
      >
        {t('adminsOnlyHint')}
      </EmptyState>
    </div>
  )
}
