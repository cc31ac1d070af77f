'use client'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { NotFound } from '../frame/fault-page.tsx'
import { Button } from '../ui/controls/button.tsx'
import { Notice } from '../ui/display/notice.tsx'
import { ErrorState } from '../ui/layout/error-state.tsx'
import { SkeletonRows } from '../ui/layout/skeleton.tsx'
import { apiFault } from './fault.ts'

type ObjectQuery<T> = { data: T | undefined; error: unknown; isFetching: boolean; refetch: () => unknown }

/** The page of one object: on its way, not there, not readable, or there; then also when it may be old. */
export function ObjectGate<T>({ query, children }: { query: ObjectQuery<T>; children: (object: T) => ReactNode }) {
  const t = useTranslations('gate')
  const { data, error, isFetching, refetch } = query
  const fault = error ? apiFault(error) : null
  // Deleted while the page was open: what is shown exists no more.
  if (fault?.http === 404) return <NotFound />
  const retry = () => void refetch()
  if (data !== undefined) {
    return (
      <>
        {fault ? (
          <Notice
            kind="warn"
            className="mx-6 mt-3 flex-none phone:mx-4"
            action={
              <Button size="sm" busy={isFetching} onClick={retry}>
                {t('refresh')}
              </Button>
            }
          >
            {t('stale', { cause: fault.msg })}
          </Notice>
        ) : null}
        {children(data)}
      </>
    )
  }
  return (
    <div className="px-6 py-4 phone:px-4">
      {fault ? (
        <ErrorState title={t('unread')} cause={fault.msg} onRetry={retry} busy={isFetching} />
      ) : (
        <SkeletonRows label={t('loading')} />
      )}
    </div>
  )
}
