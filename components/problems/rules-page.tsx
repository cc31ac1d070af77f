'use client'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { ObjectGate } from '../api/object-gate.tsx'
import { useTRPC } from '../api/trpc.ts'
import { SectionTabs } from '../frame/section-tabs.tsx'
import { PageHeader } from '../ui/layout/page-header.tsx'
import { RulesForm } from './rules-form.tsx'

/** From when on figures of VMs and nodes are problems. */
export function RulesPage() {
  const t = useTranslations('problems.rules')
  const trpc = useTRPC()
  const query = useQuery(trpc.vm.problem.rules.queryOptions(undefined, { gcTime: 0, staleTime: 0 }))
  return (
    <>
      <PageHeader title={t('title')} />
      <SectionTabs />
      <p className="px-6 py-3 text-12 text-fg-2 phone:px-4">{t('hint')}</p>
      <ObjectGate query={query}>{(rules) => <RulesForm rules={rules} />}</ObjectGate>
    </>
  )
}
