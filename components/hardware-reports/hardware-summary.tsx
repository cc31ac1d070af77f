'use client'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { Difference } from '../../server/domain/hardware-report/difference.ts'
import { type SummaryRow, summaryOf, worstIn } from '../../server/domain/hardware-report/summary.ts'
import { useTRPC } from '../api/trpc.ts'
import { paths } from '../paths.ts'
import { Copyable } from '../ui/controls/copy.tsx'
import { State, StateMark } from '../ui/display/state-mark.tsx'
import { TextLink } from '../ui/display/text.tsx'
import { RelativeTime } from '../ui/display/time.tsx'
import { useSizes } from '../ui/display/use-sizes.ts'
import { Rows } from '../ui/layout/rows.tsx'
import { Section } from '../ui/layout/section.tsx'

/** What the last diagnostics found in a server, in a few rows; nothing where there were none. */
export default function HardwareSummary({ server_id }: { server_id: number }) {
  const trpc = useTRPC()
  const last = useQuery(
    trpc.dci.hardwareReport.list.queryOptions({ params: { server_id }, query: { orderby: 'id desc', limit: '0,1' } }),
  )
  const report_id = last.data?.list[0]?.id
  return report_id === undefined ? null : <Summary server_id={server_id} report_id={report_id} />
}

type Of = { server_id: number; report_id: number }

function Summary(params: Of) {
  const t = useTranslations('hardwareReports')
  const trpc = useTRPC()
  const size = useSizes()
  const { data: record } = useQuery(trpc.dci.hardwareReport.get.queryOptions({ params }))
  const { data: compared } = useQuery(trpc.dci.hardwareReport.compare.queryOptions({ params, query: {} }))
  if (!record) return null
  const rows = summaryOf(record.report, size).map((row, at) => ({ ...row, at }))
  const href = paths.hardwareReport(params.server_id, params.report_id)
  return (
    <Section
      title={t('summary.title')}
      count={
        <>
          {t('summary.readBy')} <RelativeTime at={record.at} />
        </>
      }
      action={<TextLink href={href}>{t('summary.whole')}</TextLink>}
    >
      <div className="overflow-x-auto">
        <Rows
          label={t('summary.title')}
          rows={rows}
          rowKey={({ at }) => at}
          columns={[
            { head: t('summary.part'), name: true, cell: ({ part }) => t(`summary.parts.${part}`) },
            {
              head: t('summary.model'),
              className: 'whitespace-normal',
              cell: ({ count, model }) => (count > 1 ? `${count} x ${model}` : model || '-'),
            },
            {
              head: t('columns.serial'),
              wide: true,
              cell: ({ serials: [serial, ...others] }) =>
                serial === undefined ? (
                  <span className="text-fg-3">-</span>
                ) : others.length === 0 ? (
                  <Copyable text={serial} />
                ) : (
                  <TextLink href={href}>{t('summary.serials', { count: others.length + 1 })}</TextLink>
                ),
            },
            {
              head: t('disk.firmware'),
              quiet: true,
              wide: true,
              cell: ({ firmware }) => <span className="mono">{firmware ?? '-'}</span>,
            },
            {
              head: t('summary.state'),
              className: 'min-w-40',
              cell: (row) => <PartState row={row} differs={worstIn(row.part, compared?.differences ?? [])} />,
            },
          ]}
        />
      </div>
    </Section>
  )
}

/** What differs from before, else what judges itself, else that it is there. */
function PartState({ row: { judged, links }, differs }: { row: SummaryRow; differs: Difference | undefined }) {
  const t = useTranslations('hardwareReports')
  if (differs) {
    const { kind, level, part, from, to } = differs
    return (
      <span className="flex items-start gap-1.5 whitespace-normal">
        <StateMark
          kind={level === 'fault' ? 'fault' : 'warn'}
          label={t(`levels.${level}`)}
          className="mt-0.5 flex-none"
        />
        {t(`differences.${kind}`, { part, from: from ?? '-', to: to ?? '-' })}
      </span>
    )
  }
  if (judged) return <State kind={judged}>{t(`judgements.${judged}`)}</State>
  if (links !== null) return <State kind={links > 0 ? 'ok' : 'off'}>{t('summary.links', { count: links })}</State>
  return <State kind="ok">{t('judgements.ok')}</State>
}
