import { AdminsOnly } from '../../../../components/api/admins-only.tsx'
import { pageTitle } from '../../../../components/i18n/page-title.ts'
import { CoveragePage } from '../../../../components/schedules/coverage/coverage-page.tsx'

export const generateMetadata = () => pageTitle('scheduleCoverage')

export default function Page() {
  return (
    <AdminsOnly>
      <CoveragePage />
    </AdminsOnly>
  )
}
