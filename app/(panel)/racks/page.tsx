import { AdminsOnly } from '../../../components/api/admins-only.tsx'
import { pageTitle } from '../../../components/i18n/page-title.ts'
import { RacksPage } from '../../../components/racks/racks-page.tsx'

export const generateMetadata = () => pageTitle('racks')

export default function Page() {
  return (
    <AdminsOnly>
      <RacksPage />
    </AdminsOnly>
  )
}
