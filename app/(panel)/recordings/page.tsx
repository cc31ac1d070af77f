import { AdminsOnly } from '../../../components/api/admins-only.tsx'
import { pageTitle } from '../../../components/i18n/page-title.ts'
import { RecordingsPage } from '../../../components/recordings/recordings-page.tsx'

export const generateMetadata = () => pageTitle('recordings')

export default function Page() {
  return (
    <AdminsOnly>
      <RecordingsPage />
    </AdminsOnly>
  )
}
