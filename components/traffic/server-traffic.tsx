'use client'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { useTRPC } from '../api/trpc.ts'
import { Section } from '../ui/layout/section.tsx'
import { spans, useSpan, useSpanChoice } from './spans.ts'
import { sumPorts } from './sum.ts'
import { SpanChoice, TrafficChart } from './traffic-chart.tsx'

/** What a server sends and receives at all of its ports together, as its switches count it. */
export default function ServerTraffic({ server_id, ports }: { server_id: number; ports: number }) {
  const t = useTranslations('traffic')
  const trpc = useTRPC()
  const [span, setSpan] = useSpanChoice()
  const asked = useSpan(span)
  const query = useQuery(
    trpc.dci.server.traffic.queryOptions(
      { params: { server_id }, query: asked },
      { placeholderData: keepPreviousData, enabled: ports > 0 },
    ),
  )
  const rates = useMemo(
    () => sumPorts(query.data?.list ?? [], asked.from + spans[span]),
    [query.data, asked.from, span],
  )
  return (
    <Section title={t('server')} action={<SpanChoice span={span} onSpan={(next) => void setSpan(next)} />}>
      {ports === 0 ? (
        <p className="text-12 text-fg-2">{t('noPorts')}</p>
      ) : (
        <TrafficChart
          title={t('portsTogether', { count: ports })}
          query={query}
          times={rates.times}
          // What the switch receives the server has sent.
          series={[
            { label: t('sent'), values: rates.in },
            { label: t('received'), values: rates.out },
          ]}
          height={180}
        />
      )}
    </Section>
  )
}
