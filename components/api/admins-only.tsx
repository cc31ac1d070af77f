'use client'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { paths } from '../paths.ts'
import { Button } from '../ui/controls/button.tsx'
import { Link } from '../ui/controls/link.tsx'
import { EmptyState } from '../ui/layout/empty-state.tsx'
import { useMay } from './me.tsx'

const titles = { admin: 'adminsOnly', create_host: 'creatorsOnly' } as const
/** What who opens a page has to be allowed to do. */
export type Needed = keyof typeof titles

/** Pages that not every role may open: says so to the others. The server refuses by itself. */
export function AdminsOnly({ needs = 'admin', children }: { needs?: Needed; children: ReactNode }) {
  const t = useTranslations('gate')
  const may = useMay()
  if (may(needs)) return children
  return (
    <div className="px-6 py-4 phone:px-4">
      <EmptyState
        title={<h1>{t(titles[needs])}</h1>}
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
