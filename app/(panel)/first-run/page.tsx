import { AdminsOnly } from '../../../components/api/admins-only.tsx'
import { FirstRunPage } from '../../../components/first-run/first-run-page.tsx'
import { pageTitle } from '../../../components/i18n/page-title.ts'

export const generateMetadata = () => pageTitle('firstRun')

export default function Page() {
  return (
    <AdminsOnly>
      <FirstRunPage />
    </AdminsOnly>
  )
}
