import { AdminsOnly } from '../../../components/api/admins-only.tsx'
import { pageTitle } from '../../../components/i18n/page-title.ts'
import { StoragesPage } from '../../../components/storages/storages-page.tsx'

export const generateMetadata = () => pageTitle('storages')

export default function Page() {
  return (
    <AdminsOnly>
      <StoragesPage />
    </AdminsOnly>
  )
}
