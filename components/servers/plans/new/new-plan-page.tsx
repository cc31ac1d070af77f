'use client'
import { useSearchParams } from 'next/navigation'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { useMe } from '../../../api/me.tsx'
import { PageCrumbs } from '../../../frame/crumbs.tsx'
import { paths } from '../../../paths.ts'
import { useTitle } from '../../../shell/use-title.ts'
import { TextLink } from '../../../ui/display/text.tsx'
import { EmptyState } from '../../../ui/layout/empty-state.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { PlanForm } from './plan-form.tsx'
import { askedFor } from './values.ts'

/** Where a plan is made: for the servers that were chosen in their list, which stand in the address. */
export function NewPlanPage() {
  const t = useTranslations('operationPlans.new')
  const { isAdmin } = useMe()
  const query = useSearchParams()
  const asked = useMemo(() => askedFor(query), [query])
  const type = isAdmin ? asked.type : 'install'
  const title = t(`title.${type}`, { count: asked.servers.length })
  useTitle(title)
  return (
    <>
      <PageCrumbs crumbs={[{ label: t('crumb') }]} />
      <PageHeader title={title} sub={t('sub')} />
      {asked.servers.length === 0 ? (
        <div className="px-6 phone:px-4">
          <EmptyState title={t('none')} actions={<TextLink href={paths.servers()}>{t('toServers')}</TextLink>}>
            {t('noneHint')}
          </EmptyState>
        </div>
      ) : (
        <PlanForm type={type} servers={asked.servers} />
      )}
    </>
  )
}
