'use client'
import { useFormatter, useTranslations } from 'use-intl'
import type { IpnetMap } from '../../../server/domain/ipnet/map.ts'
import { useAddressCount } from '../../addresses/how-full.tsx'
import { paths } from '../../paths.ts'
import { Notice } from '../../ui/display/notice.tsx'
import { linked } from '../../ui/display/text.tsx'
import { Rows } from '../../ui/layout/rows.tsx'
import { Section } from '../../ui/layout/section.tsx'

/** A network too large to draw: what of it is in use, and what pools give. */
export function RunList({ map }: { map: IpnetMap }) {
  const t = useTranslations('addresses.map')
  const format = useFormatter()
  const count = useAddressCount()
  return (
    <div className="flex max-w-200 flex-col gap-3">
      <p className="text-fg-2">{t('tooLarge', { used: format.number(map.using_ip), total: count(map.size) })}</p>
      {map.more ? <Notice kind="plain">{t('more')}</Notice> : null}
      <Section title={t('runs')} count={format.number(map.runs.length)}>
        {map.runs.length === 0 ? (
          <p className="text-fg-3">{t('noRuns')}</p>
        ) : (
          <Rows
            label={t('runs')}
            rows={map.runs}
            rowKey={({ first }) => first}
            columns={[
              { head: t('from'), name: true, cell: ({ first }) => <span className="mono">{first}</span> },
              { head: t('to'), cell: ({ last }) => <span className="mono">{last}</span> },
              { head: t('count'), right: true, cell: (run) => format.number(run.count) },
            ]}
          />
        )}
      </Section>
      <Section title={t('ranges')} count={format.number(map.ranges.length)}>
        {map.ranges.length === 0 ? (
          <p className="text-fg-3">{t('noRanges')}</p>
        ) : (
          <Rows
            label={t('ranges')}
            rows={map.ranges}
            columns={[
              { head: t('from'), name: true, cell: ({ first }) => <span className="mono">{first}</span> },
              { head: t('to'), cell: ({ last }) => <span className="mono">{last}</span> },
              {
                head: t('pool'),
                cell: ({ pool }) => linked(paths.pool(pool.id), pool.name),
              },
            ]}
          />
        )}
      </Section>
    </div>
  )
}
