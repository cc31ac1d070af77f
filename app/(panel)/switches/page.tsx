import { AdminsOnly } from '../../../components/api/admins-only.tsx'
import { pageTitle } from '../../../components/i18n/page-title.ts'
import { SwitchesPage } from '../../../components/switches/switches-page.tsx'

export const generateMetadata = () => pageTitle('switches')

export default function Page() {
  return (
    <AdminsOnly>
      <SwitchesPage />
    </AdminsOnly>
  )
}
