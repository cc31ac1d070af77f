import { notFound } from 'next/navigation'
import { ReportPage } from '../../../../../../components/hardware-reports/report-page.tsx'
import { pageTitle } from '../../../../../../components/i18n/page-title.ts'

export const generateMetadata = () => pageTitle('hardwareReport')

export default async function Page({ params }: { params: Promise<{ id: string; report: string }> }) {
  const { id, report } = await params
  if (![id, report].every((one) => /^[1-9]\d{0,8}$/.test(one))) notFound()
  return <ReportPage server_id={Number(id)} report_id={Number(report)} />
}
