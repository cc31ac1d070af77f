import { AccessListsPage } from '../../../components/access-lists/access-lists-page.tsx'
import { AdminsOnly } from '../../../components/api/admins-only.tsx'
import { pageTitle } from '../../../components/i18n/page-title.ts'

export const generateMetadata = () => pageTitle('accessLists')

export default function Page() {
  return (
    <AdminsOnly>
      <AccessListsPage />
    </AdminsOnly>
  )
}
