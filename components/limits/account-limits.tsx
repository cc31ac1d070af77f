'use client'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { type LimitField, perHostFields, totalFields } from '../../server/domain/user-limit/fields.ts'
import { apiFault } from '../api/fault.ts'
import { useTRPC } from '../api/trpc.ts'
import { Share } from '../ui/display/share.tsx'
import { ErrorState } from '../ui/layout/error-state.tsx'
import { type Fact, Facts } from '../ui/layout/facts.tsx'
import { SkeletonRows } from '../ui/layout/skeleton.tsx'
import { useAmount } from './use-amount.ts'

/** Images and VXLANs are not counted yet: their rows are shown only where a limit has been set. */
const always: ReadonlySet<string> = new Set([
  'host_count',
  'cpu_number_total',
  'ram_mib_total',
  'hdd_mib_total',
  'ipv4_number_total',
])

/** What an account uses of what it may have, and how large one VM of it may be. */
export function AccountLimits({ accountId }: { accountId: number }) {
  const t = useTranslations('limits')
  const amount = useAmount()
  const query = useQuery(useTRPC().vm.userLimit.ofAccount.queryOptions({ params: { account_id: accountId } }))
  const { data, error } = query
  if (!data?.in_force || !data.used)
    return error ? (
      <ErrorState title={t('unread')} cause={apiFault(error).msg} onRetry={() => void query.refetch()} />
    ) : (
      <SkeletonRows rows={5} label={t('title')} />
    )
  const { in_force: limits, used } = data
  /** Says of a limit that the account did not get for itself where it comes from. */
  const origin = (field: LimitField) =>
    data[field] === null ? <span className="text-12 text-fg-3">{t('ofRole')}</span> : null
  const total = totalFields.flatMap((field): Fact[] => {
    const limit = limits[field]
    if (limit === null && !always.has(field)) return []
    const now = used[field] ?? 0
    const text = amount(field, now)
    const value =
      limit === null ? (
        t('usedFree', { used: text })
      ) : (
        <span key={field} className="inline-flex flex-wrap items-center gap-x-2 [&>*]:whitespace-nowrap">
          {t('usedOf', { used: text, limit: amount(field, limit) })}
          {limit > 0 ? <Share used={now} of={limit} label={t(`fields.${field}`)} /> : null}
          {origin(field)}
        </span>
      )
    return [{ term: t(`fields.${field}`), value }]
  })
  const each = perHostFields.flatMap((field): Fact[] => {
    const limit = limits[field]
    if (limit === null) return []
    const value = (
      <span key={field} className="inline-flex flex-wrap items-center gap-x-2 [&>*]:whitespace-nowrap">
        {t('upTo', { limit: amount(field, limit) })}
        {origin(field)}
      </span>
    )
    return [{ term: t(`fields.${field}`), value }]
  })
  return <Facts className="grid-cols-[160px_minmax(0,1fr)]" facts={[...total, ...each]} />
}
