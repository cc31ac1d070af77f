import { recordPage } from '../../../../../../components/api/page.tsx'
import { ReportPage } from '../../../../../../components/hardware-reports/report-page.tsx'
import { pageTitle } from '../../../../../../components/i18n/page-title.ts'

export const generateMetadata = () => pageTitle('hardwareReport')

export default recordPage<'id' | 'report'>(({ id, report }) => <ReportPage server_id={id} report_id={report} />)
