import { page } from '../../../../components/api/page.tsx'
import { pageTitle } from '../../../../components/i18n/page-title.ts'
import { CoveragePage } from '../../../../components/schedules/coverage/coverage-page.tsx'

export const generateMetadata = () => pageTitle('scheduleCoverage')

export default page(CoveragePage, 'admin')
