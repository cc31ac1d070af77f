'use client'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { parseAsStringLiteral, useQueryState } from 'nuqs'
import { useMemo } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import type { SwitchPort } from '../../server/domain/switch/record.ts'
import { apiFault } from '../api/fault.ts'
import { useTRPC } from '../api/trpc.ts'
import { paths } from '../paths.ts'
import { usePortLabels, useRateColumn } from '../switches/face/port-labels.ts'
import { TextLink } from '../ui/display/text.tsx'
import { EmptyState } from '../ui/layout/empty-state.tsx'
import { ErrorState } from '../ui/layout/error-state.tsx'
import { Section } from '../ui/layout/section.tsx'
import { SkeletonRows } from '../ui/layout/skeleton.tsx'
import { Table, TableHead, Td, Th, Tr } from '../ui/layout/table.tsx'
import { spanNames, useSpan } from './spans.ts'
import { SpanChoice, TrafficChart } from './traffic-chart.tsx'

const MOST = 20

/** The ports of a switch that carry most, on average over a span. */
export default function SwitchTraffic({ switch_id, ports }: { switch_id: number; ports: readonly SwitchPort[] }) {
  const t = useTranslations('traffic')
  const format = useFormatter()
  const words = usePortLabels()
  const trpc = useTRPC()
  const [span, setSpan] = useQueryState('span', parseAsStringLiteral(spanNames).withDefault('day'))
  const query = useQuery(
    trpc.dci.switch.traffic.queryOptions(
      { params: { switch_id }, query: useSpan(span) },
      { placeholderData: keepPreviousData },
    ),
  )
  const points = query.data?.total
  const total = useMemo(
    () => ({
      times: (points ?? []).map(({ time }) => time),
      received: (points ?? []).map((one) => one.in),
      sent: (points ?? []).map((one) => one.out),
    }),
    [points],
  )
  const byId = new Map(ports.map((port) => [port.id, port]))
  const rows = (query.data?.list ?? []).flatMap((one) => {
    const port = byId.get(one.port)
    return port ? [{ ...one, of: port, sum: one.in + one.out }] : []
  })
  const top = rows.sort((a, b) => b.sum - a.sum).slice(0, MOST)
  const most = top[0]?.sum || 1
  const { unit, figure } = useRateColumn(top.flatMap((one) => [one.in, one.out]))
  return (
    <>
      <Section title={t('whole')} action={<SpanChoice span={span} onSpan={(next) => void setSpan(next)} />}>
        <TrafficChart
          title={t('bits')}
          query={query}
          times={total.times}
          series={[
            { label: t('in'), values: total.received },
            { label: t('out'), values: total.sent },
          ]}
          height={160}
        />
      </Section>
      <Section title={t('top')}>
        {!query.data ? (
          query.error ? (
            <ErrorState title={t('unread')} cause={apiFault(query.error).msg} onRetry={() => void query.refetch()} />
          ) : (
            <SkeletonRows rows={6} label={t('top')} />
          )
        ) : top.length === 0 ? (
          <EmptyState title={t('noneTitle')}>{t('noneHint')}</EmptyState>
        ) : (
          <Table label={t('top')} compact>
            <TableHead>
              <Th>{t('port')}</Th>
              <Th>{t('peer')}</Th>
              <Th right>{t('inUnit', { unit })}</Th>
              <Th right>{t('outUnit', { unit })}</Th>
              <Th className="phone:hidden">{t('share')}</Th>
              <Th right className="phone:hidden">
                {t('errors')}
              </Th>
            </TableHead>
            <tbody>
              {top.map((one) => (
                <Tr key={one.port}>
                  <Td name>
                    <TextLink plain href={paths.switchPort(switch_id, one.port)}>
                      <span className="mono">{words.name(one.of)}</span>
                    </TextLink>
                  </Td>
                  <Td quiet className="max-w-40">
                    {one.of.server ? (
                      <TextLink plain href={paths.server(one.of.server.id)}>
                        {one.of.server.name}
                      </TextLink>
                    ) : (
                      words.peer(one.of)
                    )}
                  </Td>
                  <Td right>{figure(one.in)}</Td>
                  <Td right>{figure(one.out)}</Td>
                  <Td className="w-40 phone:hidden">
                    <i className="block h-1.5 rounded-xs bg-plot-1" style={{ width: `${(100 * one.sum) / most}%` }} />
                  </Td>
                  <Td right quiet className="phone:hidden">
                    {one.errors + one.discards === 0 ? '-' : format.number(one.errors + one.discards)}
                  </Td>
                </Tr>
              ))}
            </tbody>
          </Table>
        )}
      </Section>
    </>
  )
}
