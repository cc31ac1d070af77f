import { AdminsOnly } from '../../../components/api/admins-only.tsx'
import { pageTitle } from '../../../components/i18n/page-title.ts'
import { SchedulesPage } from '../../../components/schedules/schedules-page.tsx'

export const generateMetadata = () => pageTitle('schedules')

export default function Page() {
  return (
    <AdminsOnly>
      <SchedulesPage />
    </AdminsOnly>
  )
}
