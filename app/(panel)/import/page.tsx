import { AdminsOnly } from '../../../components/api/admins-only.tsx'
import { pageTitle } from '../../../components/i18n/page-title.ts'
import { ImportPage } from '../../../components/import/import-page.tsx'

export const generateMetadata = () => pageTitle('import')

export default function Page() {
  return (
    <AdminsOnly>
      <ImportPage />
    </AdminsOnly>
  )
}
