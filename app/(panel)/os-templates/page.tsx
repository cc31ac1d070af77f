import { AdminsOnly } from '../../../components/api/admins-only.tsx'
import { pageTitle } from '../../../components/i18n/page-title.ts'
import { OsTemplatesPage } from '../../../components/os-templates/os-templates-page.tsx'

export const generateMetadata = () => pageTitle('osTemplates')

export default function Page() {
  return (
    <AdminsOnly>
      <OsTemplatesPage />
    </AdminsOnly>
  )
}
