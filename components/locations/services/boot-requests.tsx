'use client'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import type { LocationServicesInside } from '../../../server/domain/location/services.ts'
import { LineChart } from '../../chart/line-chart.tsx'
import { SidePanelSection } from '../../ui/layout/section.tsx'

/** DHCP requests of the last hour, minute by minute; nothing before some were counted. */
export function BootRequests({ requests }: { requests: LocationServicesInside['requests'] }) {
  const t = useTranslations('locations.services.requests')
  const { times, answered, unanswered } = useMemo(
    () => ({
      times: requests.map(({ at }) => Date.parse(at) / 1000),
      answered: requests.map((one) => one.answered),
      unanswered: requests.map((one) => one.unanswered),
    }),
    [requests],
  )
  if (times.length === 0) return null
  return (
    <SidePanelSection>
      <LineChart
        title={t('title')}
        times={times}
        series={[
          { label: t('answered'), values: answered },
          { label: t('unanswered'), values: unanswered },
        ]}
        height={96}
      />
    </SidePanelSection>
  )
}
