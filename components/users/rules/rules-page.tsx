'use client'
import { useTranslations } from 'use-intl'
import { PageCrumbs } from '../../frame/crumbs.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { RoleLimits } from './role-limits.tsx'
import { SessionRules } from './session-rules.tsx'

/** What holds for all accounts: the limits of roles, and how long sessions last. */
export function RulesPage() {
  const t = useTranslations('userRules')
  return (
    <>
      <PageCrumbs crumbs={[{ label: t('title') }]} />
      <PageHeader title={t('title')} />
      <div className="min-h-0 flex-1 overflow-y-auto px-6 pb-6 phone:px-4">
        <div className="grid max-w-200 gap-4">
          <RoleLimits />
          <SessionRules />
        </div>
      </div>
    </>
  )
}
