'use client'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { ObjectGate } from '../api/object-gate.tsx'
import { useTRPC } from '../api/trpc.ts'
import { PageCrumbs } from '../frame/crumbs.tsx'
import { FirstRun } from './first-run.tsx'

/** The first steps once more, for accounts that skipped them. */
export function FirstRunPage() {
  const t = useTranslations('firstRun')
  const trpc = useTRPC()
  const query = useQuery(trpc.vm.overview.get.queryOptions(undefined, { placeholderData: keepPreviousData }))
  return (
    <>
      <PageCrumbs crumbs={[{ label: t('again') }]} />
      <ObjectGate query={query}>{(overview) => <FirstRun overview={overview} />}</ObjectGate>
    </>
  )
}
