import { AdminsOnly } from '../../../components/api/admins-only.tsx'
import { pageTitle } from '../../../components/i18n/page-title.ts'
import { IppoolsPage } from '../../../components/ippool/ippools-page.tsx'

export const generateMetadata = () => pageTitle('pools')

export default function Page() {
  return (
    <AdminsOnly>
      <IppoolsPage />
    </AdminsOnly>
  )
}
