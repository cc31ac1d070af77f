'use client'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { ObjectGate } from '../api/object-gate.tsx'
import { useTRPC } from '../api/trpc.ts'
import { SectionTabs } from '../frame/section-tabs.tsx'
import { PageHeader } from '../ui/layout/page-header.tsx'
import { SettingsForm } from './settings-form.tsx'

/** Who and what is recorded, how much, and how long it is kept. */
export function PolicyPage() {
  const t = useTranslations('recordings.form')
  const trpc = useTRPC()
  const query = useQuery(trpc.dci.recording.settings.queryOptions(undefined, { gcTime: 0, staleTime: 0 }))
  return (
    <>
      <PageHeader title={t('title')} />
      <SectionTabs />
      <p className="px-6 py-3 text-12 text-fg-2 phone:px-4">{t('hint')}</p>
      <ObjectGate query={query}>{(settings) => <SettingsForm settings={settings} />}</ObjectGate>
    </>
  )
}
