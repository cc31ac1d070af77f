'use client'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { useMe } from '../api/me.tsx'
import { ObjectGate } from '../api/object-gate.tsx'
import { useTRPC } from '../api/trpc.ts'
import { ServerCertificates } from '../certificates/server-certificates.tsx'
import { paths } from '../paths.ts'
import { TextLink } from '../ui/display/text.tsx'
import { ExactTime } from '../ui/display/time.tsx'
import { useSizes } from '../ui/display/use-sizes.ts'
import { EmptyState } from '../ui/layout/empty-state.tsx'
import { Rows } from '../ui/layout/rows.tsx'
import { Section } from '../ui/layout/section.tsx'
import { DifferenceBadge } from './difference-badge.tsx'
import { DifferenceList } from './difference-list.tsx'

const SHOWN = 50

/** The tab of a server: what was found in it, and its certificates. Owners see the summary alone. */
export default function ServerHardware({ server }: { server: { id: number; configuration: string } }) {
  const t = useTranslations('hardwareReports')
  const { isAdmin } = useMe()
  return (
    <div className="flex flex-col gap-3 px-6 py-3 phone:px-4">
      <p className={server.configuration ? 'text-14' : 'text-fg-3'}>{server.configuration || t('nothingKnown')}</p>
      {isAdmin ? (
        <>
          <Reports server_id={server.id} />
          <ServerCertificates server_id={server.id} />
        </>
      ) : null}
    </div>
  )
}

function Reports({ server_id }: { server_id: number }) {
  const t = useTranslations('hardwareReports')
  const trpc = useTRPC()
  const query = useQuery(
    trpc.dci.hardwareReport.list.queryOptions({
      params: { server_id },
      query: { orderby: 'id desc', limit: `0,${SHOWN}` },
    }),
  )
  const size = useSizes()
  return (
    <ObjectGate query={query}>
      {({ list, size: all }) => {
        const [last] = list
        if (!last) return <EmptyState title={t('none')}>{t('noneHint')}</EmptyState>
        return (
          <>
            <LastReport server_id={server_id} report_id={last.id} />
            <Section title={t('title')} count={all}>
              <div className="overflow-x-auto">
                <Rows
                  label={t('title')}
                  rows={list}
                  columns={[
                    {
                      head: t('columns.at'),
                      name: true,
                      cell: ({ id, at }) => (
                        <TextLink href={paths.hardwareReport(server_id, id)}>
                          <ExactTime at={at} />
                        </TextLink>
                      ),
                    },
                    { head: t('columns.operation'), cell: ({ operation }) => operation?.auth_id ?? '-' },
                    {
                      head: t('columns.serial'),
                      wide: true,
                      cell: ({ serial }) => <span className="mono">{serial || '-'}</span>,
                    },
                    { head: t('columns.processors'), right: true, wide: true, cell: ({ processors }) => processors },
                    { head: t('columns.memory'), right: true, cell: ({ memory_mib }) => size(memory_mib) },
                    { head: t('columns.disks'), right: true, cell: ({ disks }) => disks },
                    { head: t('columns.cards'), right: true, wide: true, cell: ({ cards }) => cards },
                  ]}
                />
              </div>
            </Section>
          </>
        )
      }}
    </ObjectGate>
  )
}

function LastReport({ server_id, report_id }: { server_id: number; report_id: number }) {
  const t = useTranslations('hardwareReports')
  const trpc = useTRPC()
  const { data } = useQuery(
    trpc.dci.hardwareReport.compare.queryOptions({ params: { server_id, report_id }, query: {} }),
  )
  if (!data?.with) return null
  return (
    <Section title={t('last')} action={<DifferenceBadge comparison={data} />}>
      <DifferenceList comparison={data} />
    </Section>
  )
}
