'use client'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { partOfMessage } from '../../../server/domain/location/part-message.ts'
import type { LocationMessageRecord } from '../../../server/domain/location/schema.ts'
import { apiFault } from '../../api/fault.ts'
import { useTRPC } from '../../api/trpc.ts'
import { RelativeTime } from '../../ui/display/time.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { ErrorState } from '../../ui/layout/error-state.tsx'
import { SkeletonRows } from '../../ui/layout/skeleton.tsx'
import { LocationMessage } from './location-message.tsx'

const SHOWN = 100

/** What the components of a location reported, the newest first; a longer message opens where it stands. */
export function LocationMessages({ id }: { id: number }) {
  const t = useTranslations('locations.messages')
  const query = useQuery(
    useTRPC().dci.location.messages.queryOptions(
      { params: { location_id: id }, query: { limit: `0,${SHOWN}` } },
      { placeholderData: keepPreviousData },
    ),
  )
  const { data, error } = query
  if (!data && error)
    return <ErrorState title={t('unread')} cause={apiFault(error).msg} onRetry={() => void query.refetch()} />
  return (
    <div className="min-h-0 flex-1 overflow-y-auto px-6 py-3 phone:px-4">
      {data?.size === 0 ? (
        <EmptyState title={t('none')}>{t('noneHint')}</EmptyState>
      ) : data ? (
        <ul aria-label={t('title')} className="flex max-w-280 flex-col divide-y divide-line">
          {data.list.map((one) => (
            <Message key={one.id} one={one} />
          ))}
        </ul>
      ) : (
        <SkeletonRows rows={5} label={t('loading')} />
      )}
      {data && data.size > SHOWN ? (
        <p className="pt-2 text-12 text-fg-3">{t('newest', { shown: SHOWN, size: data.size })}</p>
      ) : null}
    </div>
  )
}

function Message({ one }: { one: LocationMessageRecord }) {
  const source = useMessageSource()
  const isPart = partOfMessage(one) !== null
  return (
    <li className="grid grid-cols-[96px_160px_minmax(0,1fr)] items-baseline gap-x-3 py-1.5 phone:grid-cols-[96px_minmax(0,1fr)]">
      <span className="text-12 text-fg-3">
        <RelativeTime at={one.created_at} />
      </span>
      <span className="truncate">{source(one)}</span>
      {isPart ? (
        <span className="min-w-0 text-12 phone:col-span-2">
          <LocationMessage one={one} />
        </span>
      ) : (
        <details className="min-w-0 phone:col-span-2">
          <summary className="cursor-pointer truncate text-12 text-fg-2">
            <LocationMessage one={one} />
          </summary>
          <pre className="mono max-h-100 overflow-auto py-1 text-12 whitespace-pre-wrap break-words">
            {JSON.stringify(one.message, null, 2)}
          </pre>
        </details>
      )}
    </li>
  )
}

/** From whom a message of a location is. */
function useMessageSource() {
  const t = useTranslations('locations.services.parts')
  return (one: LocationMessageRecord) => {
    const part = partOfMessage(one)
    return part ? t(part.component) : one.stream
  }
}
