'use client'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { apiFault } from '../api/fault.ts'
import { Notice } from '../ui/display/notice.tsx'
import { EmptyState } from '../ui/layout/empty-state.tsx'
import { ErrorState } from '../ui/layout/error-state.tsx'
import { Skeleton } from '../ui/layout/skeleton.tsx'
import { Controls } from './controls.tsx'
import type { Choice } from './use-choice.ts'

/** Graphs, or in words why there are none; the controls stay in sight, so that another range can be chosen. */
export function FigureView(props: {
  choice: Choice
  /** Seconds of a point, once there are any. */
  step: number | undefined
  query: { error: unknown; isPending: boolean; isFetching: boolean; refetch: () => unknown }
  /** Nothing was measured in the range. */
  isEmpty: boolean
  hint: string
  children: ReactNode
}) {
  const { choice, step, query, isEmpty, hint, children } = props
  const t = useTranslations('figures')
  const retry = () => void query.refetch()
  return (
    <div className="flex flex-col gap-4 px-6 py-4 phone:px-4">
      <Controls {...choice.controls} step={step} />
      {query.isPending ? (
        <div role="status" aria-label={t('loading')} className="grid grid-cols-2 gap-6 phone:grid-cols-1">
          {[1, 2, 3, 4].map((place) => (
            <Skeleton key={place} className="h-39 w-full" />
          ))}
        </div>
      ) : query.error && isEmpty ? (
        <ErrorState title={t('unread')} cause={apiFault(query.error).msg} onRetry={retry} busy={query.isFetching} />
      ) : isEmpty ? (
        <EmptyState title={t('none')}>{hint}</EmptyState>
      ) : (
        <>
          {query.error ? <Notice kind="warn">{t('old', { cause: apiFault(query.error).msg })}</Notice> : null}
          {children}
        </>
      )}
    </div>
  )
}
