import { AdminsOnly } from '../../../components/api/admins-only.tsx'
import { pageTitle } from '../../../components/i18n/page-title.ts'
import { PdusPage } from '../../../components/pdus/pdus-page.tsx'

export const generateMetadata = () => pageTitle('pdus')

export default function Page() {
  return (
    <AdminsOnly>
      <PdusPage />
    </AdminsOnly>
  )
}
