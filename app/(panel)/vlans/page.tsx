import { AdminsOnly } from '../../../components/api/admins-only.tsx'
import { pageTitle } from '../../../components/i18n/page-title.ts'
import { VlansPage } from '../../../components/vlans/vlans-page.tsx'

export const generateMetadata = () => pageTitle('vlans')

export default function Page() {
  return (
    <AdminsOnly>
      <VlansPage />
    </AdminsOnly>
  )
}
