import { recordPage } from '../../../../components/api/page.tsx'
import { pageTitle } from '../../../../components/i18n/page-title.ts'
import { SchedulePage } from '../../../../components/schedules/page/schedule-page.tsx'

export const generateMetadata = () => pageTitle('schedules')

export default recordPage(SchedulePage, 'admin')
