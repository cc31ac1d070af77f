import { page } from '../../../components/api/page.tsx'
import { pageTitle } from '../../../components/i18n/page-title.ts'
import { SchedulesPage } from '../../../components/schedules/schedules-page.tsx'

export const generateMetadata = () => pageTitle('schedules')

export default page(SchedulesPage, 'admin')
