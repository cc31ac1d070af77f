'use client'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { PlanType } from '../../../../server/domain/operation-plan/kinds.ts'
import type { OperationPlanShown } from '../../../../server/domain/operation-plan/schema.ts'
import { apiFault } from '../../../api/fault.ts'
import { Segmented } from '../../../ui/controls/segmented.tsx'
import { ErrorState } from '../../../ui/layout/error-state.tsx'
import { FormSection } from '../../../ui/layout/form-layout.tsx'
import { SkeletonRows } from '../../../ui/layout/skeleton.tsx'
import { useOperationWords } from '../../operation/use-operation-words.ts'
import { PreviewTable } from './preview-table.tsx'
import type { usePreview } from './use-preview.ts'

const views = ['all', 'go', 'refused'] as const

type Props = {
  query: ReturnType<typeof usePreview>
  shown: OperationPlanShown | undefined
  type: PlanType
  /** All that it depends on is chosen. */
  chosen: boolean
}

/** What becomes of each server: who is refused and why, what is lost, and when. */
export function PlanPreview({ query, shown, type, chosen }: Props) {
  const t = useTranslations('operationPlans.new')
  const { span } = useOperationWords()
  const [view, setView] = useState<(typeof views)[number]>('all')
  const all = shown?.servers ?? []
  const counts = { all: all.length, go: shown?.go ?? 0, refused: all.length - (shown?.go ?? 0) }
  const rows = all.filter(({ refused }) => view === 'all' || (view === 'refused') === (refused !== null))
  return (
    <FormSection
      title={t('servers')}
      hint={
        shown && counts.go > 0 && (shown.seconds === null ? t('noTimes') : t('about', { span: span(shown.seconds) }))
      }
    >
      {query.error ? (
        <ErrorState
          title={t('unread')}
          cause={apiFault(query.error).msg}
          onRetry={() => void query.refetch()}
          busy={query.isFetching}
        />
      ) : !chosen ? (
        <p className="text-fg-2">{t('chooseFirst')}</p>
      ) : !shown ? (
        <SkeletonRows label={t('looking')} />
      ) : (
        <div className="flex flex-col gap-2.5" aria-busy={query.isFetching}>
          <div>
            <Segmented
              label={t('show')}
              value={view}
              onValueChange={setView}
              options={views.map((value) => ({ value, label: t(`views.${value}`, { count: counts[value] }) }))}
            />
          </div>
          {rows.length === 0 ? <p className="text-fg-2">{t('noneSo')}</p> : <PreviewTable rows={rows} type={type} />}
        </div>
      )}
    </FormSection>
  )
}
