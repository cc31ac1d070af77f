import { AdminsOnly } from '../../../components/api/admins-only.tsx'
import { pageTitle } from '../../../components/i18n/page-title.ts'
import { PolicyPage } from '../../../components/recordings/policy-page.tsx'

export const generateMetadata = () => pageTitle('recordingPolicy')

export default function Page() {
  return (
    <AdminsOnly>
      <PolicyPage />
    </AdminsOnly>
  )
}
