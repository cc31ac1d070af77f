import { page } from '../../../../components/api/page.tsx'
import { pageTitle } from '../../../../components/i18n/page-title.ts'
import { CalendarPage } from '../../../../components/schedules/calendar/calendar-page.tsx'

export const generateMetadata = () => pageTitle('scheduleCalendar')

export default page(CalendarPage, 'admin')
