import { AdminsOnly } from '../../../components/api/admins-only.tsx'
import { ControllersPage } from '../../../components/controllers/controllers-page.tsx'
import { pageTitle } from '../../../components/i18n/page-title.ts'

export const generateMetadata = () => pageTitle('controllers')

export default function Page() {
  return (
    <AdminsOnly>
      <ControllersPage />
    </AdminsOnly>
  )
}
