'use client'
import { useQuery } from '@tanstack/react-query'
import Printer from 'lucide-react/icons/printer'
import { parseAsInteger, useQueryState } from 'nuqs'
import { useTranslations } from 'use-intl'
import { processorWords } from '../../server/domain/hardware-report/parts.ts'
import type { HardwareReportRecord } from '../../server/domain/hardware-report/schema.ts'
import { ObjectGate } from '../api/object-gate.tsx'
import { useTRPC } from '../api/trpc.ts'
import { PageCrumbs } from '../frame/crumbs.tsx'
import { paths } from '../paths.ts'
import { useTitle } from '../shell/use-title.ts'
import { Button } from '../ui/controls/button.tsx'
import { Link } from '../ui/controls/link.tsx'
import { TextLink } from '../ui/display/text.tsx'
import { ExactTime } from '../ui/display/time.tsx'
import { ErrorState } from '../ui/layout/error-state.tsx'
import { PageHeader } from '../ui/layout/page-header.tsx'
import { Section, WithSidePanel } from '../ui/layout/section.tsx'
import { CardsPart } from './cards-part.tsx'
import { CompareMenu } from './compare-menu.tsx'
import { DifferenceBadge } from './difference-badge.tsx'
import { DisksPart } from './disks-part.tsx'
import { LoadPart } from './load-part.tsx'
import { MemoryPart } from './memory-part.tsx'
import { ReportSide } from './report-side.tsx'

type Of = { server_id: number; report_id: number }

/** What a live system found in a server, beside an earlier report. */
export function ReportPage(params: Of) {
  const trpc = useTRPC()
  const query = useQuery(trpc.dci.hardwareReport.get.queryOptions({ params }))
  return <ObjectGate query={query}>{(record) => <Page record={record} params={params} />}</ObjectGate>
}

function Page({ record, params }: { record: HardwareReportRecord; params: Of }) {
  const t = useTranslations('hardwareReports')
  const trpc = useTRPC()
  const [other, setOther] = useQueryState('with', parseAsInteger)
  const compared = useQuery(
    trpc.dci.hardwareReport.compare.queryOptions({ params, query: other === null ? {} : { with: other } }),
  )
  const reports = useQuery(
    trpc.dci.hardwareReport.list.queryOptions({
      params: { server_id: params.server_id },
      query: { orderby: 'id desc', limit: '0,20' },
    }),
  )
  const { report, load, server, operation, at } = record
  const name = t('of', { name: server.name })
  const differences = compared.data?.differences ?? []
  useTitle(name)
  return (
    <>
      <PageCrumbs
        crumbs={[
          { label: server.name, href: paths.server(server.id, 'hardware') },
          { label: t('crumb', { id: record.id }) },
        ]}
      />
      <p className="hidden px-6 pt-2 text-18 font-semibold print:block">{name}</p>
      <PageHeader
        title={<span className="print:hidden">{name}</span>}
        badges={compared.data ? <DifferenceBadge comparison={compared.data} /> : undefined}
        sub={
          <>
            <ExactTime at={at} />
            {operation ? (
              <>
                {t('startedBy', { who: operation.auth_id })}
                <span className="print:hidden">
                  ,{' '}
                  <TextLink
                    href={paths.serverOperation(server.id, operation.id)}
                    className="underline underline-offset-2"
                  >
                    {t('operation')}
                  </TextLink>
                </span>
              </>
            ) : null}
          </>
        }
        actions={
          <span className="flex flex-wrap items-center gap-2 print:hidden">
            <Button className="phone:hidden" icon={<Printer />} onClick={() => window.print()}>
              {t('print')}
            </Button>
            <Button asChild className="phone:hidden">
              <Link href={paths.serverInstall(server.id, 'diag')}>{t('again')}</Link>
            </Button>
            <CompareMenu
              reports={(reports.data?.list ?? []).filter(({ id }) => id !== record.id)}
              chosen={compared.data?.with?.id ?? null}
              onChoose={(id) => void setOther(id)}
            />
          </span>
        }
      />
      <WithSidePanel label={t('beside')} side={<ReportSide record={record} comparison={compared.data} />}>
        {compared.error ? <ErrorState title={t('notCompared')} onRetry={() => void compared.refetch()} /> : null}
        <div className="flex flex-col gap-3">
          <MemoryPart report={report} differences={differences} />
          <Section
            title={t('processors')}
            count={t('processorsOf', {
              words: processorWords(report.cpus) || '-',
              cores: report.cpus.reduce((sum, { cores }) => sum + cores, 0),
              threads: report.cpus.reduce((sum, { threads }) => sum + threads, 0),
            })}
          >
            {null}
          </Section>
          <DisksPart disks={report.disks} />
          <CardsPart {...params} last={reports.data?.list[0]?.id === record.id} nics={report.nics} />
          {load ? <LoadPart load={load} /> : null}
        </div>
      </WithSidePanel>
    </>
  )
}
