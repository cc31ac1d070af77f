'use client'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { Storage } from '../../../server/domain/storage/schema.ts'
import { Loaded } from '../../api/loaded.tsx'
import { useTRPC } from '../../api/trpc.ts'
import { LineChart } from '../../chart/line-chart.tsx'
import { useSizes } from '../../ui/display/use-sizes.ts'
import { Section } from '../../ui/layout/section.tsx'
import { UseBar } from '../use-bar.tsx'

const DAYS = 90

/** How full it was over the last three months, what disks are promised, and when it will be full. */
export function StorageUse({ storage }: { storage: Storage }) {
  const t = useTranslations('storages')
  const size = useSizes()
  const trpc = useTRPC()
  const query = useQuery(
    trpc.vm.storage.use.queryOptions({ params: { storage_id: storage.id }, query: { days: DAYS } }),
  )
  const missing = storage.promised_mib - storage.total_mib
  return (
    <Section
      title={t('page.use')}
      action={<UseBar used={storage.used_mib} total={storage.total_mib} promised={storage.promised_mib} />}
    >
      <Loaded query={query} rows={4} label={t('page.use')} unread={t('page.useUnread')}>
        {({ list, growth_mib_per_day: growth, full_in_days: days }) => (
          <>
            {list.length < 2 ? (
              <p className="py-2 text-12 text-fg-2">{t('page.noUse')}</p>
            ) : (
              <LineChart
                title={t('page.lastDays', { count: DAYS })}
                times={list.map(({ at }) => Date.parse(at) / 1000)}
                series={[
                  { label: t('page.used'), values: list.map(({ used_mib }) => used_mib) },
                  { label: t('page.promised'), values: list.map(({ promised_mib }) => promised_mib) },
                ]}
                mark={{ label: t('page.size'), value: storage.total_mib }}
                binary
                format={size}
              />
            )}
            <p className="pt-1 text-12 text-fg-2">
              {growth === null
                ? t('page.noTrend')
                : days === null
                  ? t('page.growsSlowly', { growth: size(Math.max(0, growth)) })
                  : t('page.grows', { growth: size(growth), days })}
              {missing > 0 ? ` ${t('page.missing', { size: size(missing) })}` : ''}
            </p>
          </>
        )}
      </Loaded>
    </Section>
  )
}
